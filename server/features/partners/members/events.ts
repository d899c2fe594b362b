import type { nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfRole } from '#server/features/notifications/notify/data.ts'

type About = { partner: { id: string; fullName: string } }
type Person = About & { person: Parameters<typeof nameOf>[0] & { userId: string | null } }

// The lines name nobody but who acted, since a person can be erased while the activity stays.
const memberEvent = eventsAbout<About>({
  subject: ({ partner }) => ({ id: partner.id, name: partner.fullName }),
  partnerId: ({ partner }) => partner.id,
})

/** Somebody was invited, or their invitation was sent again. */
export const memberInvited = memberEvent('partner.member_invited', {
  activity: { partner_member_invited: () => 'Invitation sent' },
  audit: 'of anyone',
})

export const invitationWithdrawn = memberEvent('partner.invitation_withdrawn', {
  activity: { partner_invitation_withdrawn: () => 'Invitation withdrawn' },
  audit: 'of anyone',
})

/** Somebody has accepted their invitation. */
export const memberJoined = memberEvent('partner.member_joined', {
  activity: { partner_member_joined: () => 'Accepted the invitation' },
  audit: 'of anyone',
})

export const invitationDeclined = memberEvent('partner.invitation_declined', {
  activity: { partner_invitation_declined: () => 'Invitation declined' },
  audit: 'of anyone',
})

/** The title or the right to sign of a person has changed. The person is notified of the right. */
export const memberChanged = memberEvent('partner.member_changed', {
  activity: {
    partner_member_changed: ({ canSign }: Person & { canSign?: boolean; businessName: string }) =>
      canSign === undefined
        ? 'Title of a person changed'
        : canSign
          ? 'A person was given the right to sign'
          : 'The right of a person to sign was ended',
  },
  audit: 'of anyone',
  notify: {
    role_changed: async (tx, occurred) => {
      for (const { person, canSign, businessName } of occurred) {
        if (person.userId === null || canSign === undefined) continue
        const title = canSign ? `You may sign for ${businessName}` : `You no longer sign for ${businessName}`
        await notifyOfRole(tx, person.userId, { title })
      }
    },
  },
})

/** A membership was ended, by somebody else or by the person. */
export const memberRemoved = memberEvent('partner.member_removed', {
  activity: {
    partner_member_removed: ({ isOwn }: Person & { isOwn: boolean }) => (isOwn ? 'Left' : 'Membership ended'),
  },
  audit: 'of anyone',
})

export const ownershipOffered = memberEvent('partner.ownership_offered', {
  activity: { partner_ownership_offered: () => 'Ownership offered to a person' },
  audit: 'of anyone',
})

export const ownershipWithdrawn = memberEvent('partner.ownership_withdrawn', {
  activity: { partner_ownership_withdrawn: () => 'Offer of ownership withdrawn' },
  audit: 'of anyone',
})

export const ownershipDeclined = memberEvent('partner.ownership_declined', {
  activity: { partner_ownership_declined: () => 'Offer of ownership declined' },
  audit: 'of anyone',
})

/** Another person has become the owner. Whoever did not do it themselves is notified. */
export const ownerChanged = memberEvent('partner.owner_changed', {
  activity: { partner_owner_changed: () => 'Another person became the owner' },
  audit: 'of anyone',
  notify: {
    role_changed: async (
      tx,
      occurred: (About & { businessName: string; ownerId: string; formerId: string })[],
      by,
    ) => {
      for (const { businessName, ownerId, formerId } of occurred) {
        const isNew = { title: `You are the owner of ${businessName} now` }
        const isFormer = {
          title: `You are no longer the owner of ${businessName}`,
          detail: 'You stay a member who may sign.',
        }
        if (by?.id !== ownerId) await notifyOfRole(tx, ownerId, isNew)
        await notifyOfRole(tx, formerId, isFormer)
      }
    },
  },
})
