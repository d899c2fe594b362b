import { type Role, roleLabels } from '#contract/users/roles.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { type Changes, eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfRole } from '#server/features/notifications/notify/data.ts'

/** A user. Events about a partner's account are also recorded in the partner's activity. */
type About = { user: Parameters<typeof nameOf>[0] & { id: string; partnerId?: string | null } }

const userEvent = eventsAbout<About>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
  partnerId: ({ user }) => user.partnerId ?? null,
})

export const userCreated = userEvent('user.created')

export const userInvited = userEvent('user.invited', {
  activity: { invited: () => 'Invitation emailed' },
  audit: 'of anyone',
})

/**
 * Staff have changed a user, or users have changed themselves. The audit log also records what staff change about themselves, since
 * partners see which member of staff writes to them.
 */
export const userChanged = userEvent('user.changed', {
  activity: {
    // The line contains neither the former nor the new address, since a former address must not be stored.
    email_changed: ({ after }: About & Changes) => 'email' in (after ?? {}) && 'Email address changed',
    name_changed: ({ after }) =>
      ['firstName', 'lastName'].some((name) => name in (after ?? {})) && 'Name changed',
  },
  audit: 'of staff',
})

export const userRoleChanged = userEvent('user.role_changed', {
  activity: {
    role_changed: ({ user, role }: About & { user: { role: Role }; role: Role }) => ({
      text: `Role changed to ${roleLabels[role]}`,
      metadata: { from: user.role, to: role },
    }),
  },
  audit: 'of anyone',
  notify: {
    role_changed: async (tx, occurred) => {
      for (const { user, role } of occurred) {
        await notifyOfRole(tx, user.id, { title: `Your role is now ${roleLabels[role]}` })
      }
    },
  },
})

export const userGroupChanged = userEvent('user.group_changed', {
  activity: {
    group_changed: ({
      user,
      group,
    }: About & { user: { partnerGroup: string | null }; group: string | null }) => ({
      text: group ? `Added to the group "${group}"` : 'Removed from the group',
      metadata: { from: user.partnerGroup, to: group },
    }),
  },
  audit: 'of anyone',
})

export const userDisabled = userEvent('user.disabled', {
  activity: { disabled: () => 'Account disabled' },
  audit: 'of anyone',
})

export const userEnabled = userEvent('user.enabled', {
  activity: { enabled: () => 'Account enabled' },
  audit: 'of anyone',
})

/** A user was erased. The audit log records that without the user's name. */
export const userErased = eventsAbout<{ userId: string }>({
  subject: ({ userId }) => ({ id: userId, name: 'Erased user' }),
})('user.erased')

/** A recurring task stopped because its last partner was erased. */
export const seriesStoppedByErasure = eventsAbout<{ series: { id: string; taskName: string } }>({
  subject: ({ series }) => ({ id: series.id, name: series.taskName }),
})('task_series.stopped_by_erasure', { audit: 'of anyone', action: 'task_series.stopped' })
