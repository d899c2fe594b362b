import { useController } from 'react-hook-form'
import { z } from 'zod'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { useAddPlan } from '../mutations.ts'
import { PlanField } from './plan-field.tsx'

const schema = z.object({ planId: z.string().min(1, 'Choose a plan'), isForAll: z.boolean() })
type PlanValues = z.infer<typeof schema>

type AddPlanDialogProps = DialogOpening & { activation: PartnerActivation }

/** Gives an activation the tasks of a plan. */
export function AddPlanDialog({ activation, ...opening }: AddPlanDialogProps) {
  const { mutateAsync: add } = useAddPlan(activation)
  const edit = useEditForm<PlanValues, PlanValues>({
    schema,
    record: null,
    valuesOf: () => ({ planId: '', isForAll: false }),
    conflictField: 'planId',
    save: (body) => add(body),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Add plan"
      description={`To ${activation.name}`}
      submitLabel="Add plan"
      pendingLabel="Adding..."
    >
      <PlanField required />
      {activation.isShared && <ForAllField />}
    </EditDialog>
  )
}

function ForAllField() {
  const { field } = useController<PlanValues, 'isForAll'>({ name: 'isForAll' })
  return (
    <Checkbox
      label="Also for the other partners of the event who have no plan"
      checked={field.value}
      onChange={({ target }) => field.onChange(target.checked)}
    />
  )
}
