import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import { changeTasks, restoreTasks } from '#contract/staff-tasks.ts'

type Changes = Sent<typeof changeTasks, 'body'>['changes']
type Changed = Received<typeof changeTasks>['changed']

const send = (changes: Changes) => call(changeTasks, { body: { changes } })

const shared = {
  failure: 'Failed to update tasks',
  serverMessages: 'all',
  invalidates: [staffReads],
} as const

/** Restores deleted tasks. */
export const useRestoreTasks = () =>
  useEndpointMutation((ids: string[]) => call(restoreTasks, { body: { ids } }), {
    ...shared,
    success: ({ restored }) => ({ title: `${formatCount(restored, 'task')} restored` }),
    failure: 'Failed to restore tasks',
  })

type Variables = {
  /** What was done, as in "2 tasks completed". */
  done: string
  changes: Changes
}

/** Changes or deletes several tasks. The toast offers to undo it. */
export const useChangeTasks = () => {
  const restore = useRestoreTasks()
  const revert = useEndpointMutation(send, { ...shared, success: 'Change undone', failure: 'Failed to undo' })
  const undo = (changed: Changed, { changes }: Variables) => {
    if (changes.some(({ isDeleted }) => isDeleted)) restore.mutate(changed.map(({ id }) => id))
    else revert.mutate(changed.map(({ id, before, updatedAt }) => ({ id, updatedAt, ...before })))
  }
  return useEndpointMutation(({ changes }: Variables) => send(changes), {
    ...shared,
    success: ({ changed }, variables) => ({
      title: `${formatCount(changed.length, 'task')} ${variables.done}`,
      ...(changed.length > 0 && {
        action: { label: 'Undo', onSelect: () => undo(changed, variables) },
      }),
    }),
    // The rows that the change is about stay where they are until then.
    awaitsReads: true,
  })
}

export type ChangeTasks = ReturnType<typeof useChangeTasks>
