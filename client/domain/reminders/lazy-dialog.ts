import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

/** Reminds partners of what is open, after a preview. The dialog is loaded on demand because it imports the form library. */
export const RemindDialog = lazyOpening(async () => (await import('./remind-dialog.tsx')).RemindDialog)
