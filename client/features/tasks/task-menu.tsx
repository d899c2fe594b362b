import { Circle, CircleCheck, CirclePlay, Pencil } from 'lucide-react'
import type { StaffSectionProps, TaskRow } from '#client/domain/rows/rows.ts'
import { DeleteItem, RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { taskStatuses } from '#contract/tasks.ts'
import { useDeleteTask, useSetTaskStatus } from './mutations.ts'
import { TaskDialog } from './task-dialog.tsx'

const statusItems = {
  pending: { label: 'Mark Pending', icon: Circle },
  in_progress: { label: 'Mark In Progress', icon: CirclePlay },
  completed: { label: 'Mark Complete', icon: CircleCheck },
}

/** The menu of actions of staff for a task. */
export function TaskMenu({ task, partner }: StaffSectionProps & { task: TaskRow }) {
  const openDialog = useOpenDialog()
  const { mutate: setStatus } = useSetTaskStatus(task)
  const { mutate: deleteTask } = useDeleteTask(task)
  return (
    <RowMenu name={task.taskName}>
      <MenuItem
        onSelect={() => openDialog((opening) => <TaskDialog {...opening} task={task} partner={partner} />)}
      >
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      {/* The most common one comes first. */}
      {taskStatuses
        .toReversed()
        .filter((status) => status !== task.status)
        .map((status) => {
          const { label, icon: Icon } = statusItems[status]
          return (
            <MenuItem key={status} onSelect={() => setStatus({ status, expectedUpdatedAt: task.updatedAt })}>
              <Icon aria-hidden />
              {label}
            </MenuItem>
          )
        })}
      <DeleteItem kind="task" row={task} name={task.taskName} partner={partner} onDelete={deleteTask} />
    </RowMenu>
  )
}
