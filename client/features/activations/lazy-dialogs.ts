import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// Each form is loaded when staff first open it.
export const ActivationDialog = lazyOpening(
  async () => (await import('./activation-dialog.tsx')).ActivationDialog,
)
export const AddPartnersDialog = lazyOpening(
  async () => (await import('./add-partners-dialog.tsx')).AddPartnersDialog,
)
export const AddPlanDialog = lazyOpening(
  async () => (await import('./plan/add-plan-dialog.tsx')).AddPlanDialog,
)
