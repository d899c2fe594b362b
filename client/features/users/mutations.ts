import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  type AdminUser,
  createUser,
  disableUser,
  enableUser,
  inviteUsers,
  setGroupOfUsers,
  setUserGroup,
  setUserRole,
} from '#contract/users/users.ts'

const useUserMutation = <Variables = void, Result = unknown>(
  send: (variables: Variables) => Promise<Result>,
  options: Pick<EndpointMutation<Variables, Result>, 'success' | 'failure' | 'inForm'>,
) => useEndpointMutation(send, { ...options, serverMessages: 'all', invalidates: [staffReads] })

export const useAddUser = () =>
  useUserMutation((body: Sent<typeof createUser, 'body'>) => call(createUser, { body }), {
    success: 'User created successfully',
    failure: 'Failed to create user',
  })

export const useSetRole = (userId: string) =>
  useUserMutation(
    (body: Sent<typeof setUserRole, 'body'>) => call(setUserRole, { params: { userId }, body }),
    {
      success: 'User role updated successfully',
      failure: 'Failed to update user role',
      inForm: ['conflict'],
    },
  )

export const useSetGroup = (userId: string) =>
  useUserMutation(
    (body: Sent<typeof setUserGroup, 'body'>) => call(setUserGroup, { params: { userId }, body }),
    {
      success: 'User partner group updated successfully',
      failure: 'Failed to update user partner group',
      inForm: ['conflict'],
    },
  )

/** Disables a user, or enables one who is disabled. */
export const useToggleAccess = ({ id, disabledAt }: AdminUser) =>
  useUserMutation(() => call(disabledAt ? enableUser : disableUser, { params: { userId: id } }), {
    success: disabledAt ? 'User enabled successfully' : 'User disabled successfully',
    failure: disabledAt ? 'Failed to enable user' : 'Failed to disable user',
  })

export const useSetGroupOfUsers = () =>
  useUserMutation((body: Sent<typeof setGroupOfUsers, 'body'>) => call(setGroupOfUsers, { body }), {
    success: ({ changed }, { userIds }) => ({
      title: `${formatCount(changed, 'user')} updated`,
      ...(changed < userIds.length && {
        description: `No change for ${formatCount(userIds.length - changed, 'user')}.`,
      }),
    }),
    failure: 'Failed to update user partner group',
  })

export const useInviteUsers = () =>
  useUserMutation((userIds: string[]) => call(inviteUsers, { body: { userIds } }), {
    success: ({ queued, skipped }) => ({
      title: `${formatCount(queued, 'invitation')} on the way`,
      ...(skipped > 0 && {
        description: `${formatCount(skipped, 'user')} skipped: disabled, or opted out of these emails.`,
      }),
    }),
    failure: 'Failed to resend the invitations',
  })
