import { ListChecks, Paperclip } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useHasOtherMembers, useIsStaff, usePartnerAddress } from '#client/domain/current-user.ts'
import { Day } from '#client/domain/day.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { useTaskDialog } from '#client/domain/opened.ts'
import { Row, RowPartnerName } from '#client/domain/rows/row.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { SectionProps, TaskRow } from '#client/domain/rows/rows.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { taskStatusLabels, taskTypeLabels } from '#contract/task-status.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { AssigneeName } from './assignee-name.tsx'
import { CompleteButton } from './complete-button.tsx'
import { EventLink } from './event-link.tsx'
import { useSetTaskStatus } from './mutations.ts'
import {
  isOverdue,
  isSentBack,
  isToReview,
  sentBackLabel,
  taskStatusTones,
  waitingForReview,
} from './task-state.ts'

type TasksSectionProps = Omit<SectionProps<TaskRow>, 'query'> &
  Pick<SectionProps<TaskRow | TaskDefinition>, 'query'> & {
    now: number
    /** Renders a task for several partners, for lists that contain them. */
    renderShared?: (task: TaskDefinition) => ReactNode
  }

export function TasksSection({ renderActions, renderShared, now, ...section }: TasksSectionProps) {
  return (
    <RowSection
      {...section}
      title="Partner Tasks"
      skeletonRows={3}
      empty={{ icon: ListChecks, line: 'No tasks assigned' }}
    >
      {(task) =>
        task.partnerId === null ? (
          <Fragment key={task.id}>{renderShared?.(task)}</Fragment>
        ) : (
          <TaskItem key={task.id} task={task} now={now} actions={renderActions?.(task)} />
        )
      }
    </RowSection>
  )
}

type TaskItemProps = {
  task: TaskRow
  now: number
  stacked?: boolean
  /** Whether the list is that of an event, whose name each row need not repeat. */
  isOfEvent?: boolean
  actions: ReactNode
}

/** A task as a row that opens it. */
export function TaskItem({ task, now, stacked = false, isOfEvent = false, actions }: TaskItemProps) {
  const dialog = useTaskDialog()
  const isForStaff = useIsStaff()
  const hasOtherMembers = useHasOtherMembers()
  return (
    <Row
      id={`task-${task.id}`}
      title={task.taskName}
      link={dialog.linkTo(task.id)}
      details={
        <>
          {`${taskTypeLabels[task.taskType]} · Due: `}
          <Day at={task.dueDate} />
          {task.activation && !isOfEvent && (
            <>
              {' · Event: '}
              <EventLink event={task.activation} />
            </>
          )}
          {!isOfEvent && <RowPartnerName partner={task.partner} />}
          {task.assignee && (isForStaff || hasOtherMembers) && (
            <>
              {' · '}
              <AssigneeName assignee={task.assignee} />
            </>
          )}
        </>
      }
      badges={
        <>
          {isSentBack(task) && <Badge tone="caution">{sentBackLabel(isForStaff)}</Badge>}
          {isOverdue(task, now) && <Badge tone="danger">Overdue</Badge>}
          <Badge tone={taskStatusTones[task.status]}>{taskStatusLabels[task.status]}</Badge>
          {isToReview(task) && <Badge tone="info">{waitingForReview}</Badge>}
        </>
      }
      actions={actionsOf(task, actions)}
      stacked={stacked}
    />
  )
}

const actionsOf = (task: TaskRow, actions: ReactNode) =>
  task.filePath ? (
    <>
      <TaskFileLink task={task} />
      {actions}
    </>
  ) : (
    actions
  )

function TaskFileLink({ task }: { task: TaskRow }) {
  const name = task.fileName ?? 'the file'
  const held = useQuarantinedFile(task.filePath)
  const partnerAddress = usePartnerAddress()
  if (held) return <QuarantineBadge file={held} />
  return (
    <Button asChild variant="quiet" size="icon" className="-my-1">
      <a
        href={partnerAddress(`/objects/${task.filePath}`)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${name} of ${task.taskName}`}
        title={`Open ${name}`}
      >
        <Paperclip aria-hidden className="size-4" />
      </a>
    </Button>
  )
}

/** The buttons with which a partner changes an open task. */
export function TaskActions({ task }: { task: TaskRow }) {
  const setStatus = useSetTaskStatus()
  const button = { size: 'small', 'aria-describedby': `task-${task.id}-title` } as const
  return (
    <>
      {task.status === 'pending' && (
        <Button {...button} variant="quiet" onClick={() => setStatus({ task, status: 'in_progress' })}>
          Start
        </Button>
      )}
      <CompleteButton {...button} task={task} />
    </>
  )
}
