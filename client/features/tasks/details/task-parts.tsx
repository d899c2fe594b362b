import { useState } from 'react'
import { AddToCalendar } from '#client/domain/add-to-calendar.tsx'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { repeatTexts } from '#client/domain/tasks/repeat-mark.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { taskStatusLabels, taskTypeLabels } from '#contract/task-status.ts'
import type { TaskDetails, TaskEvent } from '#contract/task-work.ts'
import { EventLink } from '../event-link.tsx'
import {
  isOpen,
  isOverdue,
  isSentBack,
  isToReview,
  sentBackLabel,
  taskStatusTones,
  waitingForReview,
} from '../task-state.ts'
import { Assignee } from './assignee.tsx'
import { FileTile } from './file-tile.tsx'

/** The facts about a task: its state, the due date, its kind, and who looks after it. */
export function TaskFacts({ task, isForStaff }: { task: TaskDetails; isForStaff: boolean }) {
  const now = useNow()
  const toReview = isToReview(task)
  return (
    <dl className="grid grid-cols-2 content-start gap-4 sm:col-start-2 sm:grid-cols-1">
      <Fact label="Status">
        <span className="flex flex-wrap gap-2">
          {isSentBack(task) && <Badge tone="caution">{sentBackLabel(isForStaff)}</Badge>}
          {isOverdue(task, now) && <Badge tone="danger">Overdue</Badge>}
          <Badge tone={taskStatusTones[task.status]}>{taskStatusLabels[task.status]}</Badge>
          {toReview && <Badge tone="info">{waitingForReview}</Badge>}
          {task.acceptedAt && <Badge tone="positive">Accepted</Badge>}
        </span>
        {toReview && !isForStaff && (
          <span className="mt-1 block text-13 text-muted">The partner team is checking your proof.</span>
        )}
      </Fact>
      <Fact label="Due">
        <Day at={task.dueDate} exact />
        {task.repeats && <span className="block text-13 text-muted">{repeatTexts[task.repeats]}</span>}
        {isOpen(task) && (
          <span className="mt-0.5 -ml-2.5 block">
            <AddToCalendar
              href={`/api/tasks/${task.id}/calendar`}
              name={task.taskName}
              variant="quiet"
              size="small"
            />
          </span>
        )}
      </Fact>
      {task.activation && (
        <Fact label="Event">
          <EventLink event={task.activation} className="wrap-anywhere text-link touch:py-3" />
        </Fact>
      )}
      <Fact label="Type">{taskTypeLabels[task.taskType]}</Fact>
      {isForStaff && <Fact label="Owner">{task.owner?.name ?? 'No owner'}</Fact>}
      {task.partner.peopleCount > 1 && <Assignee task={task} isForStaff={isForStaff} />}
      {task.completedBy && !isOpen(task) && (isForStaff || task.partner.peopleCount > 1) && (
        <Fact label="Completed by">{task.completedBy.name}</Fact>
      )}
    </dl>
  )
}

/** Shows why the task was sent back, above everything else. */
export function SentBack({ task, isForStaff }: { task: TaskDetails; isForStaff: boolean }) {
  if (!isSentBack(task) || task.sentBackAt === null) return null
  return (
    <div className="mb-6">
      <Alert title={sentBackLabel(isForStaff)} tone="caution">
        <p className="wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={task.sentBackReason ?? ''} />
        </p>
        <p className="mt-1">
          <Day at={task.sentBackAt} exact />
        </p>
      </Alert>
    </div>
  )
}

type Work = Pick<TaskDetails, 'taskName' | 'instructions' | 'filePath' | 'fileName' | 'fileType' | 'fileSize'>

/** The instructions, and the file that the task comes with. */
export function WhatToDo({ task }: { task: Work }) {
  const { filePath, fileName, fileType, fileSize } = task
  return (
    <>
      {task.instructions && (
        <Titled title="Instructions">
          <p className="wrap-anywhere whitespace-pre-wrap">
            <LinkedText text={task.instructions} />
          </p>
        </Titled>
      )}
      {filePath && fileType && fileSize !== null && (
        <Titled title="File">
          <FileTile file={{ filePath, fileType, fileSize, title: fileName ?? task.taskName }} />
        </Titled>
      )}
    </>
  )
}

const eventLabels: Record<string, string> = {
  task_created: 'created the task',
  task_changed: 'edited the task',
  task_proof_added: 'added proof',
  task_proof_removed: 'removed proof',
  task_assignee_changed: 'changed who has the task',
  task_accepted: 'accepted the task',
  task_sent_back: 'sent the task back',
  task_deleted: 'deleted the task',
  task_restored: 'restored the task',
  task_withdrawn: 'withdrew the task',
}

const whatHappened = ({ activityType, status }: TaskEvent) =>
  eventLabels[activityType] ?? (status ? `moved it to ${taskStatusLabels[status]}` : 'changed the task')

const firstEvents = 5

/** The history of the task: who did what and when, the latest first. */
export function TaskHistory({ task: { history } }: { task: TaskDetails }) {
  const [isWhole, setWhole] = useState(false)
  if (history.length === 0) return null
  return (
    <div className="sm:col-start-2">
      <Titled title="History">
        <ol className="grid grid-cols-1 gap-2.5 text-13">
          {(isWhole ? history : history.slice(0, firstEvents)).map((event) => (
            <li key={event.id}>
              <span className="wrap-anywhere block">
                <span className="font-medium">{event.author ?? 'Deleted user'}</span> {whatHappened(event)}
              </span>
              <span className="text-muted">
                <Day at={event.createdAt} exact />
              </span>
            </li>
          ))}
        </ol>
        {history.length > firstEvents && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
            className="-ml-2.5 justify-self-start"
          >
            {isWhole ? 'Show less' : `Show all ${history.length}`}
          </Button>
        )}
      </Titled>
    </div>
  )
}

/** A placeholder as high as a task with little content. */
export const TaskSkeleton = () => (
  <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-[minmax(0,1fr)_17rem]">
    <div className="grid grid-cols-1 content-start gap-3">
      {['w-28', 'w-full', 'w-4/5', 'w-2/3'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
    <div className="grid grid-cols-2 content-start gap-4 max-sm:order-first sm:grid-cols-1">
      {['Status', 'Due', 'Type'].map((fact) => (
        <Skeleton key={fact} className="h-11 w-32" />
      ))}
    </div>
  </div>
)
