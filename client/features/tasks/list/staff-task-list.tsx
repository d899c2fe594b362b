import { ListChecks, Plus } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { Link } from 'wouter'
import { useTaskDialog } from '#client/domain/opened.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useSelection } from '#client/lib/selection.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { maxSelectedTasks, type StaffTask } from '#contract/staff-tasks.ts'
import type { TaskStatus } from '#contract/tasks.ts'
import { useChangeTasks } from '../bulk-mutations.ts'
import { allTasksPageSize, useAllTasks } from '../queries.ts'
import { TaskMenu } from '../staff-tasks.tsx'
import { taskColumns } from './task-columns.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskSelectionBar } from './task-selection-bar.tsx'
import { noFilters, type TasksView, useTasksView } from './tasks-view.ts'

// Dragging comes with it.
const TaskBoard = lazy(() => import('./task-board.tsx'))

/** The tasks of all partners, as a list or as a board by status. */
export default function StaffTaskList() {
  const now = useNow()
  const view = useTasksView(now)
  const newTask = useAddressDialog('new')
  return (
    <DialogHost>
      <section
        aria-label="Tasks"
        className="flex min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface"
      >
        <TaskFilters
          view={view}
          actions={
            <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between sm:ml-auto">
              <FilterLinks
                label="View"
                choices={[
                  { label: 'List', href: view.with({ view: null }), isChosen: !view.isBoard },
                  {
                    label: 'Board',
                    href: view.with({ view: 'board', state: null, sort: null }),
                    isChosen: view.isBoard,
                  },
                ]}
              />
              <Button asChild variant="primary">
                <Link {...newTask.linkTo('task')}>
                  <Plus aria-hidden className="size-4" />
                  New task
                </Link>
              </Button>
            </div>
          }
        />
        {view.isBoard ? (
          <Suspense fallback={<Loading />}>
            <TaskBoard view={view} now={now} />
          </Suspense>
        ) : (
          <TaskTable view={view} now={now} />
        )}
      </section>
    </DialogHost>
  )
}

function TaskTable({ view, now }: { view: TasksView; now: number }) {
  const tasks = useAllTasks(view.query, view.sort, view.page)
  const { linkTo } = useTaskDialog()
  const change = useChangeTasks()
  const selection = useSelection(JSON.stringify(view.query), maxSelectedTasks)
  const rowsRef = useRef<HTMLDivElement>(null)
  // While others are on their way, these cannot be chosen any more.
  const shown = tasks.isPlaceholderData ? [] : (tasks.data?.rows ?? [])

  const handleBarGone = () => rowsRef.current?.querySelector<HTMLElement>('[data-rows]')?.focus()
  const handleMove = (task: StaffTask) => (status: TaskStatus) =>
    change.mutate({ done: 'updated', changes: [{ id: task.id, status, updatedAt: task.updatedAt }] })

  return (
    <>
      {selection.ids.length > 0 && (
        <TaskSelectionBar selection={selection} shown={shown} change={change} onGone={handleBarGone} />
      )}
      {/* Takes the focus of a row that is gone. */}
      <div ref={rowsRef} tabIndex={-1} className="min-w-0 outline-none">
        <PagedTable
          label="Tasks"
          rowsLabel="tasks"
          dense
          columns={taskColumns({
            now,
            shown,
            selection,
            linkTo,
            renderMenu: (task) => <TaskMenu task={task} partner={null} onMove={handleMove(task)} />,
          })}
          query={tasks}
          failure={{ title: 'The tasks could not be loaded' }}
          empty={
            <EmptyState
              icon={ListChecks}
              line={view.isNarrowed ? 'No tasks match these filters' : 'No open tasks'}
              action={
                view.isNarrowed && (
                  <Button asChild>
                    <Link href={view.with(noFilters)}>Clear filters</Link>
                  </Button>
                )
              }
            />
          }
          view={view}
          pageSize={allTasksPageSize}
          order={{ sort: view.sort, addressOf: (sort) => view.with({ sort: sort === 'due' ? null : sort }) }}
          isSelected={({ id }) => selection.ids.includes(id)}
        />
      </div>
    </>
  )
}
