import {
  BellRing,
  Circle,
  CircleCheck,
  CirclePlay,
  LayoutTemplate,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { useTaskDialog } from '#client/domain/opened.ts'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import type { StaffSectionProps, TaskRow } from '#client/domain/rows/rows.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { type TaskStatus, taskStatuses } from '#contract/task-status.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { TaskDialog } from './lazy-dialogs.ts'
import { useDeleteTask, useSetTaskStatus } from './mutations.ts'
import { useSaveAsTemplate } from './plan-mutations.ts'

const statusItems = {
  pending: { label: 'Mark Pending', icon: Circle },
  in_progress: { label: 'Mark In Progress', icon: CirclePlay },
  completed: { label: 'Mark Complete', icon: CircleCheck },
}

type TaskMenuProps = StaffSectionProps & {
  task: TaskRow | TaskDefinition
  onMoved?: () => void
  onDeleted?: () => void
}

/** The menu of actions of staff for a task. */
export function TaskMenu({ task, partner, onMoved, onDeleted }: TaskMenuProps) {
  const { mutate: deleteTask } = useDeleteTask(task)
  const { mutate: saveTemplate } = useSaveAsTemplate()
  return (
    <RowMenu name={task.taskName} row={task.partnerId === null ? {} : task}>
      <MenuItem icon={Pencil} opens={(opening) => <TaskDialog {...opening} task={task} partner={partner} />}>
        Edit
      </MenuItem>
      {task.partnerId !== null && <PartItems task={task} onMoved={onMoved} />}
      {task.status !== 'completed' && (
        <MenuItem
          icon={BellRing}
          opens={(opening) => (
            <RemindDialog {...opening} reminder={{ about: { kind: 'tasks', ids: [task.id] } }} />
          )}
        >
          Remind…
        </MenuItem>
      )}
      <MenuItem icon={LayoutTemplate} onSelect={() => saveTemplate(task)}>
        Save as template
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" onSelect={() => deleteTask(undefined, { onSuccess: onDeleted })}>
        Delete
      </MenuItem>
    </RowMenu>
  )
}

/** The actions of staff on one partner's part of a task. */
function PartItems({ task, onMoved }: { task: TaskRow; onMoved: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { linkToWhole } = useTaskDialog()
  const setStatus = useSetTaskStatus()
  const moveTo = (status: TaskStatus) => () => {
    setStatus({ task, status })
    onMoved?.()
  }
  const showAll = () => {
    const { href, state } = linkToWhole(task.definitionId ?? task.id)
    navigate(href, { state })
  }
  return (
    <>
      {/* The most common action comes first. */}
      {taskStatuses
        .toReversed()
        .filter((status) => status !== task.status)
        .map((status) => {
          const { label, icon: Icon } = statusItems[status]
          return (
            <MenuItem icon={Icon} key={status} onSelect={moveTo(status)}>
              {label}
            </MenuItem>
          )
        })}
      {task.isShared && (
        <MenuItem icon={Users} onSelect={showAll}>
          Show all partners
        </MenuItem>
      )}
    </>
  )
}
