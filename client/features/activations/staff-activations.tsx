import { useNewestDescription } from '#client/domain/dashboard-view.ts'
import type { StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton } from '#client/domain/rows/staff-actions.tsx'
import { ActivationMenu } from './activation-menu.tsx'
import { ActivationsSection } from './activations-section.tsx'
import { ActivationDialog } from './lazy-dialogs.ts'
import { useStaffActivations } from './queries.ts'

/** The activations of one partner, or of all partners, with the actions of staff. */
export function StaffActivations({ partner, viewAll, now }: StaffSectionProps & { now: number }) {
  const newestDescription = useNewestDescription()
  return (
    <ActivationsSection
      query={useStaffActivations(partner?.id)}
      description={partner ? undefined : newestDescription}
      now={now}
      viewAll={viewAll}
      dense
      headActions={
        <AddButton opens={(opening) => <ActivationDialog {...opening} activation={null} partner={partner} />}>
          Create New Activation
        </AddButton>
      }
      renderActions={(activation) => <ActivationMenu activation={activation} partner={partner} />}
    />
  )
}
