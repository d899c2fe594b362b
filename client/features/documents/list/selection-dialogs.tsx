import { z } from 'zod'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { formatCount } from '#client/lib/format.ts'
import type { Selection } from '#client/lib/selection.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { EndInput, optionalDay } from '../life-inputs.tsx'
import { useChangeEnd, useVoidDocuments } from '../mutations.ts'

type SelectionDialogProps = DialogOpening & { selection: Selection }

const endSchema = z.strictObject({ endsOn: optionalDay })

/** Sets the last day of the selected agreements. */
export function EndDialog({ selection: { ids, clear }, ...opening }: SelectionDialogProps) {
  const { mutateAsync: change } = useChangeEnd()
  const edit = useEditForm<{ endsOn: string }, z.output<typeof endSchema>>({
    schema: endSchema,
    record: null,
    valuesOf: () => ({ endsOn: '' }),
    save: async ({ endsOn }) => {
      await change({ ids: [...ids], endsOn })
      clear()
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Set the end date of ${formatCount(ids.length, 'agreement')}`}
      submitLabel="Set end date"
      pendingLabel="Saving..."
    >
      <EndInput />
    </EditDialog>
  )
}

/** Voids the selected agreements. */
export function VoidSeveralDialog({ selection: { ids, clear }, ...opening }: SelectionDialogProps) {
  const { mutateAsync: voidThem } = useVoidDocuments()
  return (
    <ReasonDialog
      {...opening}
      title={`Void ${formatCount(ids.length, 'agreement')}?`}
      submitLabel="Void"
      pendingLabel="Voiding..."
      hint="Each partner will see this. The audit log keeps it with your name."
      onSubmit={async ({ reason }) => {
        await voidThem({ ids: [...ids], reason })
        clear()
      }}
    >
      The agreements will no longer be in force. This can't be undone. Their files stay, and anyone who
      verifies one will see that it was voided. Partners get a new one to sign where onboarding requires it.
    </ReasonDialog>
  )
}
