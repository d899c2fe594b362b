import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { allPartners, useDashboardView } from '#client/domain/dashboard-view.ts'
import { useDeleting } from '#client/domain/rows/delete-row.ts'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/features/dashboard/staff/add-button.tsx'
import { TaskMenu } from '#client/features/dashboard/staff/row-menus.tsx'
import {
  overduePageSize,
  useOverdueTasks,
  useStaffTasks,
} from '#client/features/dashboard/staff/staff-lists.ts'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { useShownPage } from '#client/ui/paged-table.tsx'
import { Pagination } from '#client/ui/pagination.tsx'
import { useMoves } from './move-task.ts'
import { TasksSection } from './tasks-section.tsx'

type NowProps = { now: number }

/** The tasks of the partner chosen, or of all partners the newest or the overdue. */
export function StaffTasks({ now }: NowProps) {
  const { view } = useDashboardView()
  if (view.partnerId) return <ListedTasks key={view.partnerId} partnerId={view.partnerId} now={now} />
  return view.tasks === 'overdue' ? <OverdueTasks now={now} /> : <ListedTasks partnerId={null} now={now} />
}

function ListedTasks({ partnerId, now }: NowProps & { partnerId: string | null }) {
  const { data, isError, refetch } = useStaffTasks(partnerId)
  const asMeant = useTasksAsMeant()
  return (
    <TasksSection
      query={{ data: data && asMeant(data), isError, refetch }}
      description={partnerId ? undefined : 'Of all partners, the newest first'}
      now={now}
      headActions={<HeadActions>{!partnerId && <TasksFilter />}</HeadActions>}
      renderActions={renderMenu}
    />
  )
}

function OverdueTasks({ now }: NowProps) {
  const { view, address } = useDashboardView()
  const { page } = view
  const { data, isError, isPlaceholderData, refetch } = useOverdueTasks(page)
  const asMeant = useTasksAsMeant()
  const { place, shownPage } = useShownPage(page, isPlaceholderData)

  const total = data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / overduePageSize))
  return (
    <div ref={place} className="scroll-mt-20">
      {/* What stood there has been done meanwhile. */}
      {data && !isPlaceholderData && page > lastPage && <Redirect to={address({ page: lastPage })} replace />}
      <TasksSection
        query={{ data: data && asMeant(data.rows), isError, isPlaceholderData, refetch }}
        description="Of all partners, the longest overdue first"
        emptyLine="No tasks are overdue"
        now={now}
        headActions={
          <HeadActions>
            <TasksFilter />
          </HeadActions>
        }
        renderActions={renderMenu}
        foot={
          <div className="border-line border-t empty:hidden">
            <Pagination
              what="tasks"
              page={page}
              shownPage={shownPage}
              pageSize={overduePageSize}
              total={total}
              addressOf={(to) => address({ page: to })}
            />
          </div>
        }
      />
    </div>
  )
}

const renderMenu = (task: TaskRow) => <TaskMenu task={task} />

function HeadActions({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <AddButton dialog={{ kind: 'task', task: null }}>Create New Task</AddButton>
    </>
  )
}

function TasksFilter() {
  const { view, address } = useDashboardView()
  return (
    <FilterLinks
      label="Tasks"
      choices={(['all', 'overdue'] as const).map((tasks) => ({
        label: tasks === 'all' ? 'All' : 'Overdue',
        href: address({ ...allPartners, tasks }),
        isChosen: view.tasks === tasks,
      }))}
    />
  )
}

/** Tasks as they are once all that is on its way to the server has arrived there. */
const useTasksAsMeant = () => {
  const deleting = useDeleting()
  const moves = useMoves()
  return (tasks: TaskRow[]) =>
    tasks
      .filter(({ id }) => !deleting.has(id))
      .map((task) => ({ ...task, status: moves.get(task.id) ?? task.status }))
}
