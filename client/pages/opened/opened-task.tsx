import { useTaskDialog } from '#client/domain/opened.ts'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { TaskDetails } from '#client/features/tasks/details/task-details.tsx'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of a task, in which the partner completes it and staff follow its progress. */
export default function OpenedTask({ user, id, ...opening }: OpenedProps) {
  const { isWhole } = useTaskDialog()
  const isShownWhole = useLastValue(opening.open ? String(isWhole) : null) === 'true'
  useSeenByOpening('task', { user, id, open: opening.open })
  return (
    <TaskDetails
      key={`${id} ${isShownWhole}`}
      taskId={id}
      isWhole={isShownWhole}
      isForStaff={isStaff(user.role)}
      {...opening}
    />
  )
}
