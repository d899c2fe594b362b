import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// The form is loaded when staff first open it.
export const ActivationDialog = lazyOpening(
  async () => (await import('./activation-dialog.tsx')).ActivationDialog,
)
