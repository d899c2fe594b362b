import { Pencil } from 'lucide-react'
import {
  type ActivationRow,
  allPartnersDescription,
  type StaffSectionProps,
} from '#client/domain/rows/rows.ts'
import { AddButton, DeleteItem, RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { heldWhile } from '#client/ui/query-state.tsx'
import { ActivationDialog } from './activation-dialog.tsx'
import { ActivationsSection } from './activations-section.tsx'
import { useDeleteActivation } from './mutations.ts'
import { useStaffActivations } from './queries.ts'

/** The activations of a partner, or of all of them, as staff manage them. */
export function StaffActivations({
  partner,
  viewAll,
  isHeld = false,
  now,
}: StaffSectionProps & { now: number }) {
  const openDialog = useOpenDialog()
  return (
    <ActivationsSection
      query={heldWhile(isHeld, useStaffActivations(partner?.id))}
      description={partner ? undefined : allPartnersDescription}
      now={now}
      viewAll={viewAll}
      dense
      headActions={
        <AddButton
          onClick={() =>
            openDialog((opening) => <ActivationDialog {...opening} activation={null} partner={partner} />)
          }
        >
          Create New Activation
        </AddButton>
      }
      renderActions={(activation) => <ActivationMenu activation={activation} partner={partner} />}
    />
  )
}

function ActivationMenu({ activation, partner }: StaffSectionProps & { activation: ActivationRow }) {
  const openDialog = useOpenDialog()
  const { mutate: deleteActivation } = useDeleteActivation(activation)
  return (
    <RowMenu name={activation.name} row={activation}>
      <MenuItem
        onSelect={() =>
          openDialog((opening) => <ActivationDialog {...opening} activation={activation} partner={partner} />)
        }
      >
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      <DeleteItem
        kind="activation"
        row={activation}
        name={activation.name}
        partner={partner}
        onDelete={deleteActivation}
      />
    </RowMenu>
  )
}
