import { CircleAlert, ClipboardCheck, MessageSquare, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { RepeatMark } from '#client/domain/tasks/repeat-mark.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { LeadLink } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { StaffTask } from '#contract/staff-tasks.ts'
import { taskStatusLabels, taskTypeLabels } from '#contract/task-status.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { AssigneeName } from '../assignee-name.tsx'
import { EventLink } from '../event-link.tsx'
import { TaskProgress } from '../task-progress.tsx'
import { isOverdue, isSentBack, isToReview, taskStatusTones, waitingForReview } from '../task-state.ts'

type TaskColumns = {
  now: number
  linkTo: (task: ListedTask) => { href: string; state: unknown }
  renderMenu: (task: ListedTask) => ReactNode
}

/** The task of one partner, or a task for several partners with its progress. */
export type ListedTask = StaffTask | TaskDefinition

export const taskColumns = (list: TaskColumns): Column<ListedTask>[] => [
  {
    id: 'name',
    heading: 'Task',
    sort: 'name',
    lead: true,
    className: 'md:w-[36%] max-md:pr-11!',
    cell: (task) => (
      <span className="flex min-w-0 items-center gap-2">
        <LeadLink name={task.taskName} link={list.linkTo(task)} />
        <RepeatMark repeats={task.repeats} />
        {task.partnerId !== null && <TaskCounts task={task} />}
      </span>
    ),
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[36%]',
    cell: (task) =>
      task.partnerId === null ? (
        <RowText>{audienceLabel(task)}</RowText>
      ) : (
        <span className="wrap-anywhere block min-w-0 touch:-my-3 touch:py-3 md:leading-5">
          <PartnerLink partnerId={task.partner.id}>{task.partner.fullName}</PartnerLink>
          <span className="text-13 text-muted"> {task.partner.businessName}</span>
          {task.assignee && (
            <span className="block text-13 text-muted">
              <AssigneeName assignee={task.assignee} />
            </span>
          )}
          {task.activation && (
            <span className="block text-13 text-muted">
              Event: <EventLink event={task.activation} />
            </span>
          )}
        </span>
      ),
  },
  {
    id: 'type',
    heading: 'Type',
    sort: 'type',
    className: 'md:w-px md:text-13',
    cell: ({ taskType }) => taskTypeLabels[taskType],
  },
  {
    id: 'due',
    heading: 'Due',
    sort: 'due',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: (task) => <DueDate task={task} now={list.now} />,
  },
  {
    id: 'status',
    heading: 'Status',
    sort: 'status',
    className: 'md:w-px',
    cell: (task) => <Status task={task} />,
  },
  {
    id: 'owner',
    heading: 'Owner',
    sort: 'owner',
    className: 'md:w-[22%] md:text-13',
    cell: ({ owner }) => (owner ? <RowText>{owner.name}</RowText> : <span className="text-muted">None</span>),
  },
  {
    id: 'actions',
    // On a phone, a visible heading before the button would be useless.
    heading: <span className="sr-only">Actions</span>,
    align: 'end',
    className: 'md:w-px',
    cell: list.renderMenu,
  },
]

function Status({ task }: { task: ListedTask }) {
  if (task.partnerId === null) {
    const { overdue } = task.progress
    return (
      <>
        <TaskProgress task={task} narrow />
        {overdue > 0 && <Badge tone="danger">{`${overdue} overdue`}</Badge>}
      </>
    )
  }
  if (isSentBack(task)) return <Badge tone="caution">Sent back</Badge>
  return <Badge tone={taskStatusTones[task.status]}>{taskStatusLabels[task.status]}</Badge>
}

/** The due date, marked if it has passed. */
export function DueDate({ task, now }: { task: ListedTask; now: number }) {
  const late = isOverdue(task, now)
  return (
    <span className={classNames('inline-flex items-center gap-1.5', late && 'font-medium text-danger')}>
      <Day at={task.dueDate} />
      {late && (
        <span title="Overdue">
          <CircleAlert aria-hidden className="size-4" />
          <span className="sr-only">Overdue</span>
        </span>
      )}
    </span>
  )
}

/** Shows how many proofs and comments there are, if any, and whether the proof waits for staff. */
export function TaskCounts({ task }: { task: StaffTask }) {
  const counts = [
    [task.proofCount, 'proof', Paperclip] as const,
    [task.commentCount, 'comment', MessageSquare] as const,
  ].filter(([count]) => count > 0)
  return (
    <>
      {isToReview(task) && (
        <span title={waitingForReview} className="shrink-0 text-caution">
          <ClipboardCheck aria-hidden className="size-4" />
          <span className="sr-only">{waitingForReview}</span>
        </span>
      )}
      {counts.map(([count, thing, Icon]) => (
        <span
          key={thing}
          title={formatCount(count, thing)}
          className="inline-flex shrink-0 items-center gap-1 font-normal text-13 text-muted tabular-nums"
        >
          <Icon aria-hidden className="size-3.5" />
          <span aria-hidden>{count}</span>
          <span className="sr-only">{formatCount(count, thing)}</span>
        </span>
      ))}
    </>
  )
}
