import { usePartner } from '#client/domain/queries.ts'
import { DeleteDialog } from '#client/domain/rows/staff-actions.tsx'
import { Button } from '#client/ui/button.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { ActivationDialog } from './activation-dialog.tsx'
import { useDeleteActivation } from './mutations.ts'

type StaffActionsProps = { activation: PartnerActivation; onDeleted: () => void }

/** What staff can do with an opened activation. */
export default function StaffActions({ activation, onDeleted }: StaffActionsProps) {
  const openDialog = useOpenDialog()
  const { data } = usePartner(activation.partnerId)
  const { mutate: deleteActivation } = useDeleteActivation(activation)
  if (!data) return null

  const handleDelete = () => {
    onDeleted()
    deleteActivation()
  }

  return (
    <div className="grid grid-cols-2 gap-2 sm:contents">
      <Button
        onClick={() =>
          openDialog((opening) => (
            <DeleteDialog
              {...opening}
              kind="activation"
              row={activation}
              name={activation.name}
              partner={data}
              onDelete={handleDelete}
            />
          ))
        }
      >
        Delete
      </Button>
      <Button
        onClick={() =>
          openDialog((opening) => (
            <ActivationDialog {...opening} activation={{ ...activation, partner: data }} partner={null} />
          ))
        }
      >
        Edit
      </Button>
    </div>
  )
}
