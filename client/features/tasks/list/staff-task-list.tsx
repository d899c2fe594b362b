import { ListChecks, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useTaskDefinitionDialog, useTaskDialog } from '#client/domain/opened.ts'
import { TaskViewLinks } from '#client/domain/tasks/task-view-links.tsx'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSelection } from '#client/lib/selection.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { SelectionCount } from '#client/ui/select-rows.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { maxSelectedTasks } from '#contract/staff-tasks.ts'
import { useChangeTasks } from '../bulk-mutations.ts'
import { allTasksPageSize, useTaskList } from '../queries.ts'
import { TaskMenu } from '../task-menu.tsx'
import { taskColumns } from './task-columns.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskSelectionBar } from './task-selection-bar.tsx'
import { noFilters, type TasksView, useTasksView } from './tasks-view.ts'

// Dragging comes with it.
const TaskBoard = lazyPart(() => import('./task-board.tsx'))

/** The tasks, as a list or as a board by status. */
export default function StaffTaskList() {
  const now = useNow()
  const view = useTasksView(now)
  return (
    <DialogHost>
      {view.isBoard ? (
        <Card title="Tasks" actions={<HeadActions view={view} />} flush>
          <TaskFilters view={view} />
          <Suspense fallback={<Loading />}>
            <TaskBoard view={view} now={now} />
          </Suspense>
        </Card>
      ) : (
        <TaskTable view={view} now={now} />
      )}
    </DialogHost>
  )
}

function HeadActions({ view }: { view: TasksView }) {
  const newTask = useAddressDialog('new')
  return (
    <>
      <TaskViewLinks
        chosen={view.isBoard ? 'board' : 'list'}
        hrefs={{
          list: view.with({ view: null, column: null }),
          board: view.with({ view: 'board', state: null, sort: null }),
        }}
      />
      <Button asChild variant="primary">
        <Link {...newTask.linkTo('task')}>
          <Plus aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">New task</span>
        </Link>
      </Button>
    </>
  )
}

function TaskTable({ view, now }: { view: TasksView; now: number }) {
  const tasks = useTaskList(view)
  const task = useTaskDialog()
  const definition = useTaskDefinitionDialog()
  const change = useChangeTasks()
  const selection = useSelection(JSON.stringify(view.query), maxSelectedTasks)
  // While others are on their way, these cannot be chosen any more.
  const rows = tasks.isPlaceholderData ? [] : (tasks.data?.rows ?? [])
  const shown = rows.filter(({ partnerId }) => partnerId !== null)

  return (
    <Card
      title="Tasks"
      description={
        <SelectionCount selection={selection} total={tasks.data && formatCount(tasks.data.total, 'task')} />
      }
      actions={<HeadActions view={view} />}
      flush
    >
      <TaskSelectionBar selection={selection} shown={shown} change={change}>
        <TaskFilters view={view} />
      </TaskSelectionBar>
      <div className="outline-none" {...useFocusOfGoneRow()}>
        <PagedTable
          label="Tasks"
          rowsLabel="tasks"
          dense
          columns={taskColumns({
            now,
            shown,
            selection,
            linkTo: ({ id, partnerId }) => (partnerId === null ? definition : task).linkTo(id),
            renderMenu: (task) => <TaskMenu task={task} partner={null} />,
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
    </Card>
  )
}
