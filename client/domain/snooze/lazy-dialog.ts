import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

/** Snoozes something until a time. The dialog is loaded on demand because it imports the form library. */
export const SnoozeDialog = lazyOpening(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog)
