import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { PartnerDialogProps } from './partner-dialogs.tsx'

const load = () => import('./partner-dialogs.tsx')
const close = ({ onClose }: PartnerDialogProps) => onClose()

// Loaded when staff first open one.
export const AddPartner = lazyDialog(async () => ({ default: (await load()).AddPartner }), close)
export const EditPartner = lazyDialog(async () => ({ default: (await load()).EditPartner }), close)
