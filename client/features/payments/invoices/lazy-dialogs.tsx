import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// Each dialog is loaded when it is first opened.
export const SendInvoiceDialog = lazyOpening(
  async () => (await import('./send-invoice-dialog.tsx')).SendInvoiceDialog,
)
export const ScheduleDialog = lazyOpening(async () => (await import('./decision-dialogs.tsx')).ScheduleDialog)
export const RejectDialog = lazyOpening(async () => (await import('./decision-dialogs.tsx')).RejectDialog)
