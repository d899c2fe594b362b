import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// The dialog is loaded when staff first open it.
export const TaskDialog = lazyOpening(async () => (await import('./task-dialog.tsx')).TaskDialog)
