import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

const load = () => import('./partner-dialogs.tsx')

// The dialogs are loaded when staff first open one.
export const AddPartner = lazyOpening(async () => (await load()).AddPartner)
export const EditPartner = lazyOpening(async () => (await load()).EditPartner)
