import { useDashboardView } from '#client/domain/dashboard-view.ts'
import { allPartnersDescription, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { usePages } from '#client/ui/paged-table.tsx'
import { overduePageSize, useOverdueTasks, useShownOrder, useStaffTasks } from './queries.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskMenu } from './task-menu.tsx'
import { TasksSection } from './tasks-section.tsx'

type NowProps = { now: number }

/** The tasks of a partner, or of all of them the newest or the overdue, as staff manage them. */
export function StaffTasks({ partner, now }: StaffSectionProps & NowProps) {
  const { tasks } = useDashboardView()
  // The key resets the shown order when another partner is chosen.
  if (partner) return <PartnerTasks key={partner.id} partner={partner} now={now} />
  return tasks === 'overdue' ? <OverdueTasks now={now} /> : <NewestTasks now={now} />
}

function PartnerTasks({ partner, now }: StaffSectionProps & NowProps) {
  const { data, isError, refetch } = useStaffTasks(partner?.id)
  return (
    <TasksSection
      query={{ data: useShownOrder(data), isError, refetch }}
      now={now}
      headActions={<AddTaskButton partner={partner} />}
      renderActions={(task) => <TaskMenu task={task} partner={partner} />}
    />
  )
}

function NewestTasks({ now }: NowProps) {
  return (
    <TasksSection
      query={useStaffTasks(undefined)}
      description={allPartnersDescription}
      now={now}
      headActions={<AllPartnersActions />}
      renderActions={(task) => <TaskMenu task={task} partner={null} />}
    />
  )
}

function OverdueTasks({ now }: NowProps) {
  const { page, addressOfPage } = useDashboardView()
  const { data, isError, isPlaceholderData, refetch } = useOverdueTasks(page)
  const { containerRef, pages } = usePages({
    rowsLabel: 'tasks',
    page,
    pageSize: overduePageSize,
    total: data?.total,
    isPlaceholderData,
    addressOf: addressOfPage,
  })
  return (
    <div ref={containerRef} className="scroll-mt-20">
      <TasksSection
        query={{ data: data?.rows, isError, isPlaceholderData, refetch }}
        description="All partners, longest overdue first"
        emptyLine="No tasks are overdue"
        now={now}
        headActions={<AllPartnersActions />}
        renderActions={(task) => <TaskMenu task={task} partner={null} />}
        foot={<div className="border-line border-t empty:hidden">{pages}</div>}
      />
    </div>
  )
}

function AllPartnersActions() {
  const { tasks: shown, addressOfTasks } = useDashboardView()
  return (
    <>
      <FilterLinks
        label="Tasks"
        choices={(['all', 'overdue'] as const).map((tasks) => ({
          label: tasks === 'all' ? 'All' : 'Overdue',
          href: addressOfTasks(tasks),
          isChosen: shown === tasks,
        }))}
      />
      <AddTaskButton partner={null} />
    </>
  )
}

function AddTaskButton({ partner }: StaffSectionProps) {
  const openDialog = useOpenDialog()
  return (
    <AddButton
      onClick={() => openDialog((opening) => <TaskDialog {...opening} task={null} partner={partner} />)}
    >
      Create New Task
    </AddButton>
  )
}
