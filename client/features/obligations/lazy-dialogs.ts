import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// Each dialog is loaded when it is first opened.
export const DoneDialog = lazyOpening(async () => (await import('./done-dialog.tsx')).DoneDialog)
export const WaiveDialog = lazyOpening(async () => (await import('./waive-dialog.tsx')).WaiveDialog)
export const TermsDialog = lazyOpening(async () => (await import('./terms-dialog.tsx')).TermsDialog)
