import { useDraggable, useDroppable } from '@dnd-kit/core'
import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useTaskDialog } from '#client/domain/opened.ts'
import type { Rows } from '#client/lib/api.ts'
import { formatNumber } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState, type ShownQuery } from '#client/ui/query-state.tsx'
import type { StaffTask } from '#contract/staff-tasks.ts'
import { type TaskStatus, taskStatusLabels } from '#contract/task-status.ts'
import { TaskMenu } from '../task-menu.tsx'
import { BoardCard, DragHandle, dragHandleId } from './board-card.tsx'

type BoardColumnProps = {
  status: TaskStatus
  query: ShownQuery<Rows<StaffTask>>
  tasks: StaffTask[]
  /** The address of the list of all tasks of the column. */
  all: string
  now: number
  /** The id of the task whose card keeps the focus when it moves. */
  followed: string | undefined
  onMoved: (taskId: string) => void
  className: string
}

export function BoardColumn({
  status,
  query,
  tasks,
  all,
  now,
  followed,
  onMoved,
  className,
}: BoardColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const headingId = `board-${status}`
  const total = query.data?.total ?? 0
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId}
      className={classNames(
        // A short column sticks to the top beside a long one, so that a task can be dropped there.
        'flex min-h-60 min-w-0 flex-col gap-2 rounded-card bg-sunken p-2 md:sticky md:top-18',
        isOver && 'outline-2 outline-accent',
        className,
      )}
    >
      <h3 id={headingId} className="px-2 py-1 text-13">
        {taskStatusLabels[status]}{' '}
        <span className="font-normal text-muted tabular-nums">{query.data && total}</span>
      </h3>
      <QueryState
        query={query}
        className="flex grow flex-col"
        loading={<ColumnSkeleton />}
        failure={{ title: 'The tasks could not be loaded' }}
        empty={{ when: () => tasks.length === 0, show: <EmptyState icon={ListChecks} line="No tasks" /> }}
      >
        {() => (
          <ul className="flex flex-col gap-2">
            {tasks.map((task) => (
              <li key={task.id}>
                <DraggableCard task={task} now={now} isFollowed={task.id === followed} onMoved={onMoved} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {query.data && total > query.data.rows.length && (
        <Link href={all} className="text-link px-2 py-1 text-13 touch:py-2.5">
          {`Show all ${formatNumber(total)}`}
        </Link>
      )}
    </section>
  )
}

type DraggableCardProps = Pick<BoardColumnProps, 'now' | 'onMoved'> & { task: StaffTask; isFollowed: boolean }

function DraggableCard({ task, now, isFollowed, onMoved }: DraggableCardProps) {
  const { linkTo } = useTaskDialog()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({ id: task.id })
  const handleId = dragHandleId(task)
  useEffect(() => {
    if (isFollowed) document.getElementById(handleId)?.focus()
  }, [isFollowed, handleId])
  return (
    <div
      ref={setNodeRef}
      // With touch, only the handle drags a card, because a finger on the card scrolls.
      onPointerDown={(event) => event.pointerType === 'mouse' && listeners?.onPointerDown?.(event)}
      className={isDragging ? 'opacity-40' : ''}
    >
      <BoardCard
        task={task}
        now={now}
        link={linkTo(task.id)}
        handle={
          <DragHandle
            ref={setActivatorNodeRef}
            id={handleId}
            name={task.taskName}
            describedBy={attributes['aria-describedby']}
            {...listeners}
          />
        }
        menu={<TaskMenu task={task} partner={null} onMoved={() => onMoved(task.id)} />}
      />
    </div>
  )
}

const ColumnSkeleton = () => (
  <div className="flex flex-col gap-2">
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} className="h-26 rounded-control" />
    ))}
  </div>
)
