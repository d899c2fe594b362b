import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useTaskDialog } from '#client/domain/opened.ts'
import { repeatTexts } from '#client/domain/tasks/repeat-mark.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { taskStatusLabels, taskTypeLabels } from '#contract/task-status.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { AssigneeName } from '../assignee-name.tsx'
import { usePartsOf } from '../queries.ts'
import { TaskProgress } from '../task-progress.tsx'
import { isOverdue, isToReview, taskStatusTones, waitingForReview } from '../task-state.ts'

/** The facts about a task for several partners: their progress, the due date, the kind of the task, and who looks after it. */
export function ProgressFacts({ task }: { task: TaskDefinition }) {
  const { pending, inProgress, overdue } = task.progress
  return (
    <dl className="grid grid-cols-2 content-start gap-4 sm:col-start-2 sm:grid-cols-1">
      <Fact label="Progress">
        <TaskProgress task={task} />
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

/** The partners who have not completed the task, or another selection, each with a link to their own task. */
export function Partners({ taskId }: { taskId: string }) {
  const now = useNow()
  const { linkTo, linkToPart } = useTaskDialog()
  const chosen = useAddressView().get('progress')
  const [shown, , state] = shownStates.find(([name]) => name === chosen) ?? shownStates[0]
  const tasks = usePartsOf(taskId, state)
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
              {task.assignee && <AssigneeName assignee={task.assignee} />}
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
