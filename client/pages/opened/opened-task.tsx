import { TaskDetails } from '#client/features/tasks/details/task-details.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** A task, where its partner does it and staff follow it. */
export default function OpenedTask({ user, id, ...opening }: OpenedProps) {
  return <TaskDetails key={id} taskId={id} isForStaff={isStaff(user.role)} {...opening} />
}
