import type { ComponentProps } from 'react'
import { useNewestDescription } from '#client/domain/dashboard-view.ts'
import type { StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { TaskDialog } from './lazy-dialogs.ts'
import { useNewestTasks, useShownOrder, useStaffTasks } from './queries.ts'
import { TaskDefinitionRow } from './task-definition-row.tsx'
import { TaskMenu } from './task-menu.tsx'
import { TasksSection } from './tasks-section.tsx'

type Section = Pick<
  ComponentProps<typeof TasksSection>,
  'now' | 'viewAll' | 'dense' | 'headActions' | 'renderActions'
>

/** The tasks of one partner, or the newest of all partners, with the actions of staff. */
export function StaffTasks({ partner, viewAll, now }: StaffSectionProps & { now: number }) {
  const section: Section = {
    now,
    viewAll,
    dense: true,
    headActions: <HeadActions partner={partner} />,
    renderActions: (task) => <TaskMenu task={task} partner={partner} />,
  }
  // The key resets the shown order when another partner is chosen.
  if (partner) return <PartnerTasks key={partner.id} partnerId={partner.id} {...section} />
  return <NewestTasks {...section} />
}

function PartnerTasks({ partnerId, ...section }: Section & { partnerId: string }) {
  const { data, isError, error, refetch } = useStaffTasks(partnerId)
  return <TasksSection {...section} query={{ data: useShownOrder(data), isError, error, refetch }} />
}

function NewestTasks(section: Section) {
  return (
    <TasksSection
      {...section}
      query={useNewestTasks()}
      description={useNewestDescription()}
      renderShared={(task) => <TaskDefinitionRow task={task} />}
    />
  )
}

function HeadActions({ partner }: StaffSectionProps) {
  return (
    <AddButton opens={(opening) => <TaskDialog {...opening} task={null} partner={partner} />}>
      Create New Task
    </AddButton>
  )
}
