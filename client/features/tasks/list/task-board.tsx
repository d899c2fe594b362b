import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useState } from 'react'
import type { ListView } from '#client/lib/list-view.ts'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import type { StaffTask } from '#contract/staff-tasks.ts'
import { taskStatuses, taskStatusLabels } from '#contract/task-status.ts'
import { useSetTaskStatus } from '../mutations.ts'
import { useAllTasks } from '../queries.ts'
import { BoardCard } from './board-card.tsx'
import { BoardColumn } from './board-column.tsx'
import { besideColumn } from './board-keys.ts'

type TaskBoardProps = { view: ListView; now: number }

const statusOf = (id: string | number | undefined) => taskStatuses.find((status) => status === id)

// When a card is moved by keyboard, there is no pointer that could be in a column.
const findColumn: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args)

/** The tasks in a column for each status, moved by dragging, by keyboard or by their menus. */
export default function TaskBoard({ view, now }: TaskBoardProps) {
  const columns = useColumns(view)
  const tasks = tasksOf(columns)
  const setStatus = useSetTaskStatus()
  /** The id of the task whose card takes the focus along to its new column. */
  const [followed, setFollowed] = useState<string>()
  const [dragged, setDragged] = useState<StaffTask>()
  const sensors = useSensors(
    // The distance distinguishes dragging from a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: besideColumn }),
  )
  const shown = statusOf(view.get('column')) ?? 'pending'

  const handleDragEnd = ({ active, over, activatorEvent }: DragEndEvent) => {
    setDragged(undefined)
    const task = tasks.find(({ id }) => id === active.id)
    const status = statusOf(over?.id)
    if (!task || !status || status === task.status) return
    setStatus({ task, status })
    if (activatorEvent instanceof KeyboardEvent) setFollowed(task.id)
  }

  return (
    <>
      <div className="px-4 pt-3 md:hidden">
        <FilterLinks
          label="Column"
          choices={taskStatuses.map((status) => ({
            label: taskStatusLabels[status],
            href: view.with({ column: status === 'pending' ? null : status }),
            isChosen: status === shown,
          }))}
        />
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={findColumn}
        accessibility={{
          announcements: announcementsOf(tasks),
          screenReaderInstructions: {
            draggable:
              'Press Space to pick up the task, the left and right arrow keys to choose a column, Space to drop it, or Escape to cancel.',
          },
        }}
        onDragStart={({ active }) => setDragged(tasks.find(({ id }) => id === active.id))}
        onDragCancel={() => setDragged(undefined)}
        onDragEnd={handleDragEnd}
      >
        <div className="grid grid-cols-1 items-start gap-3 p-4 sm:p-5 md:grid-cols-3">
          {taskStatuses.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              query={columns[status]}
              tasks={tasks.filter((task) => task.status === status)}
              all={view.with({ view: null, state: status, column: null })}
              now={now}
              followed={followed}
              onMoved={setFollowed}
              className={status === shown ? '' : 'max-md:hidden'}
            />
          ))}
        </div>
        <DragOverlay dropAnimation={null}>{dragged && <BoardCard task={dragged} now={now} />}</DragOverlay>
      </DndContext>
    </>
  )
}

const useColumns = ({ query }: ListView) => ({
  pending: useAllTasks({ ...query, state: 'pending' }, 'due', 1),
  in_progress: useAllTasks({ ...query, state: 'in_progress' }, 'due', 1),
  completed: useAllTasks({ ...query, state: 'completed' }, '-due', 1),
})

/** Returns all tasks of the columns, each once: while the columns are read again, a task can be in two of them. */
const tasksOf = (columns: ReturnType<typeof useColumns>) => {
  const rows = taskStatuses.flatMap((status) => columns[status].data?.rows ?? [])
  return [...new Map(rows.map((task) => [task.id, task])).values()]
}

const announcementsOf = (tasks: StaffTask[]): Announcements => {
  const nameOf = (id: string | number) => tasks.find((task) => task.id === id)?.taskName ?? 'The task'
  const columnOf = (id: string | number | undefined) => {
    const status = statusOf(id)
    return status && taskStatusLabels[status]
  }
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${columnOf(over.id)}.` : `${nameOf(active.id)} is over no column.`,
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} was dropped in ${columnOf(over.id)}.`
        : `${nameOf(active.id)} was put back.`,
    onDragCancel: ({ active }) => `Moving ${nameOf(active.id)} was canceled.`,
  }
}
