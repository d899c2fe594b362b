import { Pencil, Trash2 } from 'lucide-react'
import { useNewestDescription } from '#client/domain/dashboard-view.ts'
import { type ActivationRow, partnerLabel, type StaffSectionProps } from '#client/domain/rows/rows.ts'
import { AddButton, RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { lazyOpening } from '#client/ui/lazy-dialog.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import { ActivationsSection } from './activations-section.tsx'
import { useDeleteActivation } from './mutations.ts'
import { useStaffActivations } from './queries.ts'

const ActivationDialog = lazyOpening(async () => (await import('./activation-dialog.tsx')).ActivationDialog)

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

type ActivationMenuProps = StaffSectionProps & { activation: ActivationRow; onDeleted?: () => void }

/** The menu of actions of staff for an activation. */
export function ActivationMenu({ activation, partner, onDeleted }: ActivationMenuProps) {
  const { mutate: deleteActivation } = useDeleteActivation(activation)
  const owner = partner ?? activation.partner

  const deleteQuestion = question({
    title: `Delete ${activation.name}?`,
    description: `${owner ? `${partnerLabel(owner)} will no longer see this activation. ` : ''}This action cannot be undone.`,
    confirmLabel: 'Delete',
    onConfirm: () => {
      onDeleted?.()
      deleteActivation()
    },
  })

  return (
    <RowMenu name={activation.name} row={activation}>
      <MenuItem
        icon={Pencil}
        opens={(opening) => <ActivationDialog {...opening} activation={activation} partner={partner} />}
      >
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" opens={deleteQuestion}>
        Delete
      </MenuItem>
    </RowMenu>
  )
}
