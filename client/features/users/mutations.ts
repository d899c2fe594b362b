import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { handOver } from '#contract/handover.ts'
import { invitationsPerDay } from '#contract/limits.ts'
import type { eraseUser } from '#contract/users/erasure.ts'
import type {
  AdminUser,
  createUser,
  setGroupOfUsers,
  setUserGroup,
  setUserRole,
  updateUser,
} from '#contract/users/users.ts'

const useUserMutation = <Variables = void, Result = unknown>(
  send: (variables: Variables) => Promise<Result>,
  options: Pick<EndpointMutation<Variables, Result>, 'success' | 'failure' | 'inForm'>,
) => useEndpointMutation(send, { ...options, serverMessages: 'all', invalidates: [staffReads] })

export const useAddUser = () =>
  useUserMutation((body: Sent<typeof createUser, 'body'>) => call('POST /api/admin/users', { body }), {
    success: 'User created successfully',
    failure: 'Failed to create user',
  })

export const useUpdateUser = (userId: string) =>
  useUserMutation(
    (body: Sent<typeof updateUser, 'body'>) =>
      call('PUT /api/admin/users/:userId', { params: { userId }, body }),
    {
      success: 'User updated successfully',
      failure: 'Failed to update user',
      inForm: ['conflict', 'fields'],
    },
  )

export const useSetRole = (userId: string) =>
  useUserMutation(
    (body: Sent<typeof setUserRole, 'body'>) =>
      call('PUT /api/admin/users/:userId/role', { params: { userId }, body }),
    {
      success: 'User role updated successfully',
      failure: 'Failed to update user role',
      inForm: ['conflict'],
    },
  )

export const useSetGroup = (userId: string) =>
  useUserMutation(
    (body: Sent<typeof setUserGroup, 'body'>) =>
      call('PUT /api/admin/users/:userId/partner-group', { params: { userId }, body }),
    {
      success: 'User partner group updated successfully',
      failure: 'Failed to update user partner group',
      inForm: ['conflict'],
    },
  )

export const useResetPasskeys = (userId: string) =>
  useUserMutation(() => call('POST /api/admin/users/:userId/passkeys/reset', { params: { userId } }), {
    success: 'Passkeys reset',
    failure: 'Failed to reset the passkeys',
  })

/** Disables a user, or enables one who is disabled. */
export const useToggleAccess = ({ id, disabledAt }: AdminUser) =>
  useUserMutation(
    () =>
      call(`POST /api/admin/users/:userId/${disabledAt ? 'enable' : 'disable'}`, { params: { userId: id } }),
    {
      success: disabledAt ? 'User enabled successfully' : 'User disabled successfully',
      failure: disabledAt ? 'Failed to enable user' : 'Failed to disable user',
    },
  )

/** Gives what a user is responsible for to others, one after the other. */
export const useHandOver = (userId: string) =>
  useUserMutation(
    async (steps: Sent<typeof handOver, 'body'>[]) => {
      for (const body of steps)
        await call('POST /api/admin/users/:userId/handover', { params: { userId }, body })
    },
    { success: 'Work handed over', failure: 'Failed to hand over' },
  )

export const useEraseUser = (userId: string, isUnused: boolean) =>
  useUserMutation(
    (body: Sent<typeof eraseUser, 'body'>) =>
      call('POST /api/admin/users/:userId/erasure', { params: { userId }, body }),
    {
      success: isUnused ? 'User removed' : 'User erased',
      failure: isUnused ? 'Failed to remove user' : 'Failed to erase user',
      inForm: ['fields'],
    },
  )

/** Signs a user out everywhere. */
export const useEndSessions = ({ id }: AdminUser) =>
  useUserMutation(() => call('POST /api/admin/users/:userId/sessions/end', { params: { userId: id } }), {
    success: ({ ended }) => ({
      title: ended === 0 ? 'Not signed in anywhere' : `${formatCount(ended, 'session')} ended`,
    }),
    failure: 'Failed to end the sessions',
  })

export const useSetGroupOfUsers = () =>
  useUserMutation(
    (body: Sent<typeof setGroupOfUsers, 'body'>) => call('PUT /api/admin/users/partner-group', { body }),
    {
      success: ({ changed }, { userIds }) => ({
        title: `${formatCount(changed, 'user')} updated`,
        ...(changed < userIds.length && {
          description: `No change for ${formatCount(userIds.length - changed, 'user')}.`,
        }),
      }),
      failure: 'Failed to update user partner group',
    },
  )

export const useInviteUsers = () =>
  useUserMutation((userIds: string[]) => call('POST /api/admin/users/invitations', { body: { userIds } }), {
    success: ({ queued, skipped, limited }) => {
      const reasons = [
        skipped > 0 && `${formatCount(skipped, 'user')} skipped: disabled, or opted out of these emails.`,
        limited > 0 &&
          `${formatCount(limited, 'user')} skipped: ${invitationsPerDay} invitations sent in the last day.`,
      ].filter(Boolean)
      return {
        title: queued > 0 ? `${formatCount(queued, 'invitation')} on the way` : 'No invitations sent',
        ...(reasons.length > 0 && { description: reasons.join(' ') }),
      }
    },
    failure: 'Failed to resend the invitations',
  })
