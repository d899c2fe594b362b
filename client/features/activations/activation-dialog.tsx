import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-picker.tsx'
import type { ActivationRow, RowPartner } from '#client/domain/rows/rows.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { CreateActivation, listPartnerActivations, type PartnerActivation } from '#contract/activations.ts'
import { limits } from '#contract/fields.ts'
import { useSaveActivation } from './mutations.ts'

type ActivationValues = DateAndTime & WithPartner & { name: string }

const activationSchema = z.object({
  name: CreateActivation.shape.name,
  ...dateAndTimeSchema('Activation date is required'),
  partner: partnerSchema,
})

type ActivationDialogProps = DialogOpening & {
  /** Null for a new one. */
  activation: ActivationRow | null
  /** The partner it is for, where that is not to be chosen. */
  partner: RowPartner | null
}

/** Creates an activation, or edits one. */
export function ActivationDialog({ activation, partner, ...opening }: ActivationDialogProps) {
  const { mutateAsync: saveActivation, isPending } = useSaveActivation(activation?.id)
  const edit = useEditForm<ActivationValues, z.output<typeof activationSchema>, PartnerActivation>({
    schema: activationSchema,
    record: activation,
    valuesOf: (record) => ({
      name: record?.name ?? '',
      ...dateAndTimeOf(record?.activationDate, defaultTimes.activation),
      partner: partner ?? activation?.partner ?? null,
    }),
    fieldNames: { activationDate: 'day', partnerId: 'partner' },
    save: async ({ name, day, time, partner: chosen }, record) => {
      await saveActivation({
        name,
        activationDate: toIsoMoment({ day, time }, defaultTimes.activation, record?.activationDate),
        partnerId: chosen?.id ?? '',
        updatedAt: record?.updatedAt,
      })
      opening.onOpenChange(false)
    },
    reload: async ({ id, partnerId }) => {
      const activations = await call(listPartnerActivations, { params: { partnerId } })
      return activations.find((current) => current.id === id)
    },
  })

  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={activation ? 'Edit activation' : 'Create New Activation'}
      description={partner && <ForPartner partner={partner} />}
      what="This activation"
      gone="It was deleted or assigned to another partner."
      isPending={isPending}
      submitLabel={activation ? 'Save changes' : isPending ? 'Creating...' : 'Create Activation'}
    >
      {!partner && <PartnerField />}
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
      <DateAndTimeFields label="Activation date" defaultTime={defaultTimes.activation} />
    </EditDialog>
  )
}
