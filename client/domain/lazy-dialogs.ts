import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

/** Asks for a reason before something is withdrawn or declined. The dialog is loaded on demand because it imports the form library. */
export const ReasonDialog = lazyOpening(async () => (await import('./reason-dialog.tsx')).ReasonDialog)
