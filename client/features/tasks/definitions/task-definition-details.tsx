import { ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Day } from '#client/domain/day.tsx'
import { useTaskDefinitionDialog, useTaskDialog } from '#client/domain/opened.ts'
import { repeatTexts } from '#client/domain/tasks/repeat-mark.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { TaskDefinition } from '#contract/tasks.ts'
import { taskStatusLabels, taskTypeLabels } from '#contract/tasks.ts'
import { TaskSkeleton, WhatToDo } from '../details/task-parts.tsx'
import { TaskMenu } from '../task-menu.tsx'
import { isOverdue, isToReview, taskStatusTones, waitingForReview } from '../task-state.ts'
import { useTaskDefinition, useTasksOf } from './queries.ts'

type TaskDefinitionDetailsProps = {
  taskId: string
  open: boolean
  onClose: () => void
  /** What was opened from it. */
  children: ReactNode
}

/** A task for several partners, with how far each of them is. */
export function TaskDefinitionDetails({ taskId, ...opening }: TaskDefinitionDetailsProps) {
  return (
    <DetailsDialog
      {...opening}
      query={useTaskDefinition(taskId)}
      what="task"
      titleOf={({ taskName }) => taskName}
      descriptionOf={(task) => `For ${audienceLabel(task)}`}
      actionsOf={(task) => <TaskMenu task={task} partner={null} onDeleted={opening.onClose} />}
      size="roomy"
      className="min-h-96"
      loading={<TaskSkeleton />}
      gone={{ icon: ListX, line: 'This task no longer exists.' }}
      renderDetails={(task) => (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 pb-6 sm:grid-cols-[minmax(0,1fr)_17rem]">
          <Facts task={task} />
          <div className="grid min-w-0 grid-cols-1 content-start gap-6 sm:col-start-1 sm:row-start-1">
            <WhatToDo task={task} />
            <Partners taskId={taskId} />
          </div>
        </div>
      )}
    />
  )
}

function Facts({ task }: { task: TaskDefinition }) {
  const { partners, pending, inProgress, completed, overdue, joinedLater } = task.progress
  return (
    <dl className="grid grid-cols-2 content-start gap-4 sm:col-start-2 sm:grid-cols-1">
      <Fact label="Progress">
        <SharedProgress
          name={task.taskName}
          done={completed}
          partners={partners}
          verb="completed"
          joinedLater={joinedLater}
        />
        <span className="mt-1 block text-13 text-muted">
          {`${pending} pending, ${inProgress} in progress`}
        </span>
        {overdue > 0 && <Badge tone="danger">{`${overdue} overdue`}</Badge>}
      </Fact>
      <Fact label="Due">
        <Day at={task.dueDate} exact />
        {task.repeats && <span className="block text-13 text-muted">{repeatTexts[task.repeats]}</span>}
      </Fact>
      <Fact label="Type">{taskTypeLabels[task.taskType]}</Fact>
      <Fact label="Owner">{task.owner?.name ?? 'No owner'}</Fact>
    </dl>
  )
}

const shownStates = [
  ['', 'Behind', 'open'],
  ['completed', 'Completed', 'completed'],
  ['all', 'All', undefined],
] as const

/** The partners who have not completed it, or others, each with a link to their own task. */
function Partners({ taskId }: { taskId: string }) {
  const now = useNow()
  const { linkToPart } = useTaskDefinitionDialog()
  const { linkTo } = useTaskDialog()
  const chosen = useAddressView().get('progress')
  const [shown, , state] = shownStates.find(([name]) => name === chosen) ?? shownStates[0]
  const tasks = useTasksOf(taskId, state)
  return (
    <Titled title="Partners">
      <FilterLinks
        label="Partners shown"
        inPlace
        choices={shownStates.map(([name, label]) => ({
          label,
          href: linkToPart('progress', name || null).href,
          isChosen: name === shown,
        }))}
      />
      <PagedList
        what="partners"
        query={tasks}
        rows={tasks.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine={shown === '' ? 'No partner is behind' : 'No partners'}
        renderRow={(task) => (
          <li key={task.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <Link
              {...linkTo(task.id)}
              className="wrap-anywhere min-w-0 rounded-mark hover:underline touch:py-3"
            >
              <span className="font-medium">{task.partner.fullName}</span>{' '}
              <span className="text-13 text-muted">{task.partner.businessName}</span>
            </Link>
            <span className="flex flex-wrap gap-2">
              {isOverdue(task, now) && <Badge tone="danger">Overdue</Badge>}
              {isToReview(task) && <Badge tone="info">{waitingForReview}</Badge>}
              <Badge tone={taskStatusTones[task.status]}>{taskStatusLabels[task.status]}</Badge>
            </span>
          </li>
        )}
      />
    </Titled>
  )
}
