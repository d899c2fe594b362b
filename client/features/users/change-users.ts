import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshStaffReads } from '#client/domain/refresh-staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import {
  createUser,
  disableUser,
  enableUser,
  inviteUsers,
  setGroupOfUsers,
  setUserGroup,
  setUserRole,
} from '#contract/users/users.ts'

type Told<Result> = {
  done: (result: Result) => { title: string; description?: string }
  failed: string
  /** What the form tells itself, in its place. */
  isToldElsewhere?: (error: unknown) => boolean
}

/** Somebody else has changed the user meanwhile. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

const useChangeUsers = <Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, failed, isToldElsewhere }: Told<Result>,
) => {
  const client = useQueryClient()
  const refresh = () => refreshStaffReads(client)
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      toast({ ...done(result), tone: 'positive' })
      // Not waited for: it is saved, whatever becomes of this.
      void refresh()
    },
    onError: (error) => {
      if (!isToldElsewhere?.(error)) showRefusal(error, failed)
      // What is shown is not what is there.
      if (error instanceof ApiError) void refresh()
    },
  })
}

export const useAddUser = () =>
  useChangeUsers((body: Sent<typeof createUser, 'body'>) => call(createUser, { body }), {
    done: () => ({ title: 'User created successfully' }),
    failed: 'Failed to create user',
  })

export const useSetRole = (userId: string) =>
  useChangeUsers(
    (body: Sent<typeof setUserRole, 'body'>) => call(setUserRole, { params: { userId }, body }),
    {
      done: () => ({ title: 'User role updated successfully' }),
      failed: 'Failed to update user role',
      isToldElsewhere: isConflict,
    },
  )

export const useSetGroup = (userId: string) =>
  useChangeUsers(
    (body: Sent<typeof setUserGroup, 'body'>) => call(setUserGroup, { params: { userId }, body }),
    {
      done: () => ({ title: 'User partner group updated successfully' }),
      failed: 'Failed to update user partner group',
      isToldElsewhere: isConflict,
    },
  )

export const useDisableUser = (userId: string) =>
  useChangeUsers(() => call(disableUser, { params: { userId } }), {
    done: () => ({ title: 'User disabled successfully' }),
    failed: 'Failed to disable user',
  })

export const useEnableUser = (userId: string) =>
  useChangeUsers(() => call(enableUser, { params: { userId } }), {
    done: () => ({ title: 'User enabled successfully' }),
    failed: 'Failed to enable user',
  })

export const useSetGroups = () =>
  useChangeUsers(
    async (body: Sent<typeof setGroupOfUsers, 'body'>) => {
      const { changed } = await call(setGroupOfUsers, { body })
      return { changed, unchanged: body.userIds.length - changed }
    },
    {
      done: ({ changed, unchanged }) => ({
        title: `${formatCount(changed, 'user')} changed`,
        ...(unchanged > 0 && { description: `${formatCount(unchanged, 'user')} had this group already.` }),
      }),
      failed: 'Failed to update user partner group',
    },
  )

export const useInviteUsers = () =>
  useChangeUsers((userIds: string[]) => call(inviteUsers, { body: { userIds } }), {
    done: invitationOutcome,
    failed: 'Failed to resend the invitations',
  })

const invitationOutcome = ({ queued, skipped }: Received<typeof inviteUsers>) => ({
  title: `${formatCount(queued, 'invitation')} queued`,
  ...(skipped > 0 && {
    description: `${formatCount(skipped, 'user')} skipped: disabled, or without wish for such mails.`,
  }),
})
