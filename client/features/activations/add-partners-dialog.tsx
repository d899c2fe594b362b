import { useController } from 'react-hook-form'
import { z } from 'zod'
import { PartnerChooser } from '#client/domain/audience/audience-chooser.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { assignmentsOf, type WhenValues, whenShape, whenValuesOf } from './activation-form.ts'
import { useAddPartners } from './mutations.ts'
import { WhenFields } from './when-fields.tsx'

type PartnersValues = WhenValues & { partnerIds: string[] }

const schema = z
  .object({ ...whenShape, partnerIds: z.array(z.string()).min(1, 'Choose a partner') })
  .refine(({ endDay, endTime }) => !endDay || endTime, { path: ['endTime'], error: 'Enter an end time' })
  .transform(({ partnerIds, ...when }) => assignmentsOf(when, partnerIds))
  .refine(([first]) => !first?.end || first.end > first.start, {
    path: ['endTime'],
    error: 'The end must be after the start',
  })

type AddPartnersDialogProps = DialogOpening & { activation: PartnerActivation }

/** Adds partners to an event, which take part with times and a place of their own. */
export function AddPartnersDialog({ activation, ...opening }: AddPartnersDialogProps) {
  const { mutateAsync: add } = useAddPartners(activation)
  const edit = useEditForm<PartnersValues, z.output<typeof schema>>({
    schema,
    record: null,
    valuesOf: () => ({ ...whenValuesOf(activation), place: '', partnerIds: [] }),
    fieldNames: { assignments: 'partnerIds' },
    save: (assignments) => add(assignments),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Add partners"
      description={`They get ${activation.name} with its description and materials${activation.plan ? `, and the tasks of the plan ${activation.plan.name}` : ''}.`}
      submitLabel="Add partners"
      pendingLabel="Adding..."
    >
      <PartnersField />
      <WhenFields zone={activation.timeZone} hasNoZone={activation.timeZone === null} />
    </EditDialog>
  )
}

function PartnersField() {
  const { field, fieldState } = useController<PartnersValues, 'partnerIds'>({ name: 'partnerIds' })
  return <PartnerChooser value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
}
