import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// The dialogs are loaded when staff first open one.
export const InvitePartner = lazyOpening(async () => (await import('./invite-dialog.tsx')).InvitePartner)
export const EditInvitation = lazyOpening(async () => (await import('./edit-invitation.tsx')).EditInvitation)
