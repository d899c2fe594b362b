import { Circle, CircleCheck, CirclePlay, LayoutTemplate, Pencil, Trash2, Users } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useSharedTaskDialog } from '#client/domain/opened.ts'
import { allPartnersDescription, type StaffSectionProps, type TaskRow } from '#client/domain/rows/rows.ts'
import { AddButton, RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { heldWhile } from '#client/ui/query-state.tsx'
import { type TaskStatus, taskStatuses } from '#contract/tasks.ts'
import { TaskDialog } from './lazy-dialogs.ts'
import { useDeleteTask, useSetTaskStatus } from './mutations.ts'
import { useSaveAsTemplate } from './plan-mutations.ts'
import { useShownOrder, useStaffTasks } from './queries.ts'
import { useNewestTasks } from './shared/queries.ts'
import { SharedTaskRow } from './shared/shared-task-row.tsx'
import { TasksSection } from './tasks-section.tsx'

type Section = { isHeld: boolean } & Pick<
  ComponentProps<typeof TasksSection>,
  'now' | 'viewAll' | 'dense' | 'headActions' | 'renderActions'
>

/** The tasks of a partner, or the newest of all of them, as staff manage them. */
export function StaffTasks({ partner, viewAll, isHeld = false, now }: StaffSectionProps & { now: number }) {
  const section: Section = {
    now,
    viewAll,
    isHeld,
    dense: true,
    headActions: <HeadActions partner={partner} />,
    renderActions: (task) => <TaskMenu task={task} partner={partner} />,
  }
  // The key resets the shown order when another partner is chosen.
  if (partner) return <PartnerTasks key={partner.id} partnerId={partner.id} {...section} />
  return <NewestTasks {...section} />
}

function PartnerTasks({ partnerId, isHeld, ...section }: Section & { partnerId: string }) {
  const { data, isError, error, refetch } = heldWhile(isHeld, useStaffTasks(partnerId))
  return <TasksSection {...section} query={{ data: useShownOrder(data), isError, error, refetch }} />
}

function NewestTasks({ isHeld, ...section }: Section) {
  const query = heldWhile(isHeld, useNewestTasks())
  return (
    <TasksSection
      {...section}
      query={query}
      description={allPartnersDescription}
      renderShared={(task) => <SharedTaskRow task={task} />}
    />
  )
}

function HeadActions({ partner }: StaffSectionProps) {
  const openDialog = useOpenDialog()
  return (
    <AddButton
      onClick={() => openDialog((opening) => <TaskDialog {...opening} task={null} partner={partner} />)}
    >
      Create New Task
    </AddButton>
  )
}

const statusItems = {
  pending: { label: 'Mark Pending', icon: Circle },
  in_progress: { label: 'Mark In Progress', icon: CirclePlay },
  completed: { label: 'Mark Complete', icon: CircleCheck },
}

type TaskMenuProps = StaffSectionProps & {
  task: TaskRow
  onMoved?: () => void
  onDeleted?: () => void
}

/** The menu of actions of staff for a task. */
export function TaskMenu({ task, partner, onMoved, onDeleted }: TaskMenuProps) {
  const openDialog = useOpenDialog()
  const sharedTask = useSharedTaskDialog()
  const setStatus = useSetTaskStatus()
  const { mutate: deleteTask } = useDeleteTask(task)
  const { mutate: saveTemplate } = useSaveAsTemplate()
  const moveTo = (status: TaskStatus) => () => {
    setStatus({ task, status })
    onMoved?.()
  }
  return (
    <RowMenu name={task.taskName} row={task}>
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
            <MenuItem key={status} onSelect={moveTo(status)}>
              <Icon aria-hidden />
              {label}
            </MenuItem>
          )
        })}
      {task.sharedTaskId && (
        <MenuItem onSelect={() => sharedTask.open(task.sharedTaskId ?? '')}>
          <Users aria-hidden />
          Show all partners
        </MenuItem>
      )}
      <MenuItem onSelect={() => saveTemplate(task)}>
        <LayoutTemplate aria-hidden />
        Save as template
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" onSelect={() => deleteTask(undefined, { onSuccess: onDeleted })}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </RowMenu>
  )
}
