import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Day } from '#client/domain/day.tsx'
import { useSharedTaskDialog } from '#client/domain/opened.ts'
import { RepeatMark } from '#client/domain/tasks/repeat-mark.tsx'
import type { AddressView } from '#client/lib/address-view.ts'
import { formatCount } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice } from '#client/ui/filter-choices.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { limits } from '#contract/fields.ts'
import { sharedTaskStates } from '#contract/shared-tasks.ts'
import type { SharedTask } from '#contract/tasks.ts'
import { sharedTasksPageSize, useSharedTasks } from './queries.ts'
import { SharedTaskMenu } from './shared-task-menu.tsx'

type SharedTaskTableProps = { view: AddressView; actions: ReactNode }

/** The tasks for several partners, each with its progress. */
export function SharedTaskTable({ view, actions }: SharedTaskTableProps) {
  const { linkTo } = useSharedTaskDialog()
  const search = view.get('search').slice(0, limits.name)
  const state = sharedTaskStates.find((each) => each === view.get('state'))
  const tasks = useSharedTasks({ search, state }, view.page)
  return (
    <Card
      title="Tasks"
      description={tasks.data && formatCount(tasks.data.total, 'task')}
      actions={actions}
      flush
    >
      <FilterBar
        active={state ? 1 : 0}
        search={
          <SearchField
            label="Search tasks"
            placeholder="Search tasks..."
            maxLength={limits.name}
            value={search}
            onSearch={(next) => view.change({ search: next }, { replace: true })}
          />
        }
      >
        <Choice
          view={view}
          name="state"
          label="Status"
          value={state ?? ''}
          none="All tasks"
          options={[
            ['open', 'Open tasks'],
            ['completed', 'Completed by all'],
          ]}
        />
      </FilterBar>
      <div className="outline-none" {...useFocusOfGoneRow()}>
        <PagedTable
          label="Tasks for several partners"
          rowsLabel="tasks"
          dense
          columns={columns(linkTo)}
          query={tasks}
          failure={{ title: 'The tasks could not be loaded' }}
          empty={
            <EmptyState
              icon={ListChecks}
              line={
                search || state ? 'No tasks match these filters' : 'No task was given to several partners yet'
              }
            />
          }
          view={view}
          pageSize={sharedTasksPageSize}
        />
      </div>
    </Card>
  )
}

const columns = (linkTo: (id: string) => { href: string; state: unknown }): Column<SharedTask>[] => [
  {
    id: 'name',
    heading: 'Task',
    lead: true,
    className: 'md:w-[40%] max-md:pr-11!',
    cell: ({ id, taskName, repeats }) => (
      <span className="flex min-w-0 items-center gap-2">
        <LeadLink name={taskName} link={linkTo(id)} />
        <RepeatMark repeats={repeats} />
      </span>
    ),
  },
  {
    id: 'for',
    heading: 'For',
    className: 'md:w-[25%]',
    cell: (task) => <RowText>{audienceLabel(task)}</RowText>,
  },
  {
    id: 'due',
    heading: 'Due',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ dueDate }) => <Day at={dueDate} />,
  },
  {
    id: 'progress',
    heading: 'Progress',
    className: 'md:w-[20%]',
    cell: ({ taskName, progress: { partners, completed, joinedLater } }) => (
      <SharedProgress
        name={taskName}
        done={completed}
        partners={partners}
        verb="completed"
        joinedLater={joinedLater}
      />
    ),
  },
  {
    id: 'overdue',
    heading: 'Overdue',
    className: 'md:w-px',
    cell: ({ progress: { overdue } }) =>
      overdue > 0 ? <Badge tone="danger">{overdue}</Badge> : <span className="text-muted">None</span>,
  },
  menuColumn((task) => <SharedTaskMenu task={task} />),
]
