import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import type { changeTasks } from '#contract/staff-tasks.ts'

type Changes = Sent<typeof changeTasks, 'body'>['changes']
type Changed = Received<typeof changeTasks>['changed']

/** When each task was last changed by an undo, which later undos have to expect; null if that is not known. */
const undoneAt = new Map<string, string | null>()

/** Records that a task was changed by something other than an undo. */
export const markChanged = (id: string) => undoneAt.delete(id)

const send = async (changes: Changes) => {
  const response = await call('POST /api/tasks/bulk', { body: { changes } })
  for (const { id } of response.changed) markChanged(id)
  return response
}

const several = {
  failure: 'Failed to update tasks',
  serverMessages: 'all',
  invalidates: [staffReads, '/api/tasks'],
} as const

/** Restores deleted tasks. */
export const useRestoreTasks = () =>
  useEndpointMutation((ids: string[]) => call('POST /api/tasks/restore', { body: { ids } }), {
    ...several,
    success: ({ restored }) => ({ title: `${formatCount(restored, 'task')} restored` }),
    failure: 'Failed to restore tasks',
    onSuccess: (_, ids) => {
      for (const id of ids) undoneAt.set(id, null)
    },
  })

/** For staff: returns a function that gives the action of a toast that undoes changes, or false if nothing was changed. */
export const useUndo = () => {
  const { mutate: revert } = useEndpointMutation(send, {
    ...several,
    success: 'Change undone',
    failure: 'Failed to undo',
    onSuccess: ({ changed }) => {
      for (const { id, updatedAt } of changed) undoneAt.set(id, updatedAt)
    },
  })
  const undo = (changed: Changed) =>
    revert(
      changed.map(({ id, before, updatedAt }) => {
        const expected = undoneAt.has(id) ? undoneAt.get(id) : updatedAt
        return { id, ...before, ...(expected && { updatedAt: expected }) }
      }),
    )
  return (changed: Changed) =>
    changed.length > 0 && { action: { label: 'Undo', onSelect: () => undo(changed) } }
}

type Variables = {
  /** What was done, as the end of a sentence: "2 tasks completed". */
  done: string
  changes: Changes
}

/** Changes or deletes several tasks. The toast offers to undo it. */
export const useChangeTasks = () => {
  const undo = useUndo()
  const { mutate: restore } = useRestoreTasks()
  return useEndpointMutation(({ changes }: Variables) => send(changes), {
    ...several,
    success: ({ changed }, { done, changes }) => ({
      title: `${formatCount(changed.length, 'task')} ${done}`,
      ...(changes.some(({ isDeleted }) => isDeleted)
        ? { action: { label: 'Undo', onSelect: () => restore(changed.map(({ id }) => id)) } }
        : undo(changed)),
    }),
    leaves: ({ done, changes }) => ({
      ids: changes.map(({ id }) => id),
      label: `${done.charAt(0).toUpperCase()}${done.slice(1)}`,
      hasUndo: changes.length === 1,
    }),
    // The changed rows stay as they are until the lists are read again.
    awaitsReads: true,
  })
}

export type ChangeTasks = ReturnType<typeof useChangeTasks>
