import { ChevronRight, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCurrentUser, useHasOtherMembers } from '#client/domain/current-user.ts'
import { RowList, RowSection } from '#client/domain/rows/row-section.tsx'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { useOwnTasks } from './queries.ts'
import { groupTasks, isOpen, isToReview, waitingForReview } from './task-state.ts'
import { TaskActions, TaskItem } from './tasks-section.tsx'

/** The partner's own tasks, by due date. */
export function OwnTasks({ now }: { now: number }) {
  const { data, isError, error, refetch } = useOwnTasks()
  const filter = useMineFilter()
  const { open, done } = groupTasks(data?.filter(filter.isShown) ?? [], now)
  const renderTask = (task: TaskRow) => (
    <TaskItem
      key={task.id}
      task={task}
      now={now}
      stacked
      actions={isOpen(task) && <TaskActions task={task} />}
    />
  )
  return (
    <RowSection
      query={{ data: data && open, isError, error, refetch }}
      title="Partner Tasks"
      skeletonRows={3}
      stacked
      empty={{ icon: ListChecks, line: done.length > 0 ? 'All your tasks are done' : filter.emptyLine }}
      headActions={filter.links}
      headingOf={({ group }) => group}
      foot={(leavingOf) => {
        const others = done.filter((task) => !leavingOf(task))
        return others.length > 0 && <DoneTasks tasks={others} renderTask={renderTask} />
      }}
    >
      {({ task }) => renderTask(task)}
    </RowSection>
  )
}

/** Filters the tasks by the person who has them, for a partner with several people. The choice is in the address. */
const useMineFilter = () => {
  const { data: user } = useCurrentUser()
  const address = useAddressView()
  const hasOtherMembers = useHasOtherMembers()
  const isMine = hasOtherMembers && address.get('tasks') === 'mine'
  return {
    isShown: ({ assignee }: TaskRow) => !isMine || assignee?.id === user?.id,
    emptyLine: isMine ? 'No tasks assigned to you' : 'No tasks assigned',
    links: hasOtherMembers && (
      <FilterLinks
        label="Tasks shown"
        choices={[
          { label: 'All', href: address.with({ tasks: null }), isChosen: !isMine },
          { label: 'Mine', href: address.with({ tasks: 'mine' }), isChosen: isMine },
        ]}
      />
    ),
  }
}

type DoneTasksProps = { tasks: TaskRow[]; renderTask: (task: TaskRow) => ReactNode }

function DoneTasks({ tasks, renderTask }: DoneTasksProps) {
  const toReview = tasks.filter(isToReview).length
  return (
    <details className="group border-line border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 font-medium text-13 text-muted hover:text-ink focus-visible:-outline-offset-2 sm:px-5">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {`${formatCount(tasks.length, 'task')} done${toReview > 0 ? `, ${formatNumber(toReview)} ${waitingForReview.toLowerCase()}` : ''}`}
      </summary>
      <div className="border-line border-t">
        <RowList>{tasks.map(renderTask)}</RowList>
      </div>
    </details>
  )
}
