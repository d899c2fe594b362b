import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

/** Sets the manager of partners. The dialog is loaded on demand because it imports the form library. */
export const SetManager = lazyOpening(async () => (await import('./bulk-dialogs.tsx')).SetManager)
