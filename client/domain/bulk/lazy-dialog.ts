import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

/** Messages partners. The dialog is loaded on demand because it imports the form library. */
export const MessageDialog = lazyOpening(async () => (await import('./message-dialog.tsx')).MessageDialog)
