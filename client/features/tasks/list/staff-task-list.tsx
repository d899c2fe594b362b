import { ListChecks, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useTaskDialog } from '#client/domain/opened.ts'
import { TaskViewLinks } from '#client/domain/tasks/task-view-links.tsx'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { type ListView, useListView } from '#client/lib/list-view.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { ListFilterBar } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { maxSelectedTasks } from '#contract/limits.ts'
import { useChangeTasks } from '../bulk-mutations.ts'
import { useSetTaskStatus } from '../mutations.ts'
import { allTasksPageSize } from '../queries.ts'
import { TaskMenu } from '../task-menu.tsx'
import { taskColumns } from './task-columns.tsx'
import { boardFilters, dueDays, taskFilters, taskOrder } from './task-filters.tsx'
import { TaskSelectionActions } from './task-selection-actions.tsx'

// The board is loaded on demand, together with the library for dragging.
const TaskBoard = lazyPart(() => import('./task-board.tsx'))

// A filter that asks what partners have done, or who they are, lists the part of each partner as a row of its own.
const asksAboutParts = ({ state = '', due, partnerId, partnerGroup, manager }: Record<string, string>) =>
  ['pending', 'in_progress', 'review'].includes(state) || Boolean(due || partnerId || partnerGroup || manager)

const readTasks = (query: Record<string, string>) =>
  asksAboutParts(query)
    ? pageOf('/api/admin/tasks', { query })
    : pageOf('/api/admin/task-definitions', { query })

const tasks = describeList({
  title: 'Tasks',
  rowsLabel: 'tasks',
  counted: 'task',
  read: readTasks,
  pageSize: allTasksPageSize,
  size: 'many',
  dense: true,
  selectable: {
    max: maxSelectedTasks,
    nameOf: ({ taskName }) => taskName,
    isSelectable: ({ partnerId }) => partnerId !== null,
  },
  filters: taskFilters,
  days: dueDays,
  order: taskOrder,
  failure: { title: 'The tasks could not be loaded' },
  empty: {
    icon: ListChecks,
    line: 'No open tasks',
    narrowedLine: 'No tasks match these filters',
    clearLabel: 'Clear filters',
  },
})

const board = { filters: boardFilters, days: dueDays, size: 'many' } as const

/** The tasks of all partners, as a list or as a board by status. */
export default function StaffTaskList() {
  const view = useListView(tasks)
  return view.get('view') === 'board' ? <Board /> : <TaskTable />
}

function HeadActions({ view }: { view: ListView }) {
  const newTask = useAddressDialog('new')
  return (
    <>
      <TaskViewLinks
        chosen={view.get('view') === 'board' ? 'board' : view.values.shared ? 'shared' : 'list'}
        hrefs={{
          list: view.with({ view: null, column: null, shared: null }),
          board: view.with({ view: 'board', state: null, sort: null, shared: null }),
          shared: view.with({ view: null, column: null, shared: 'only' }),
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

function Board() {
  const view = useListView(tasks)
  return (
    <Card title="Tasks" actions={<HeadActions view={view} />} flush>
      <ListFilterBar list={board} view={view} />
      <Suspense fallback={<Loading />}>
        <TaskBoard view={view} now={useNow()} />
      </Suspense>
    </Card>
  )
}

function TaskTable() {
  const list = useList(tasks)
  const { linkTo, linkToWhole } = useTaskDialog()
  const change = useChangeTasks()
  const setStatus = useSetTaskStatus()
  return (
    <ListScreen
      list={list}
      columns={taskColumns({
        now: useNow(),
        linkTo: ({ id, partnerId }) => (partnerId === null ? linkToWhole(id) : linkTo(id)),
        renderMenu: (row) => <TaskMenu task={row} partner={null} />,
      })}
      actions={<HeadActions view={list.view} />}
      onKeyE={(task) => {
        if (task.partnerId !== null && task.status !== 'completed') setStatus({ task, status: 'completed' })
      }}
      selectionActions={<TaskSelectionActions selection={list.selection} change={change} />}
    />
  )
}
