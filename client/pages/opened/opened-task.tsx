import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { TaskDetails } from '#client/features/tasks/details/task-details.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** A task, where its partner does it and staff follow it. */
export default function OpenedTask({ user, id, ...opening }: OpenedProps) {
  useSeenByOpening('task', { user, id, open: opening.open })
  return <TaskDetails key={id} taskId={id} isForStaff={isStaff(user.role)} {...opening} />
}
