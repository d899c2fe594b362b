import { lazyDialog, lazyOpening } from '#client/ui/lazy-dialog.tsx'
import type { PlanOpening } from './opened-plan.tsx'

// Each dialog is loaded when it is first opened. If it cannot be loaded or breaks, it is closed with this function.
const close = ({ onClose }: PlanOpening) => onClose()

export const SeriesDialog = lazyDialog<PlanOpening>(
  async () => ({ default: (await import('./series/series-dialog.tsx')).SeriesDialog }),
  close,
)
export const TemplateDialog = lazyDialog<PlanOpening>(
  async () => ({ default: (await import('./templates/template-dialog.tsx')).TemplateDialog }),
  close,
)
export const SetDialog = lazyDialog<PlanOpening>(
  async () => ({ default: (await import('./sets/set-dialog.tsx')).SetDialog }),
  close,
)
export const GiveAnySet = lazyOpening(async () => (await import('./sets/give-dialog.tsx')).GiveAnySet)
export const GiveDialog = lazyOpening(async () => (await import('./sets/give-dialog.tsx')).GiveDialog)
