import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  emptyDateAndTime,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-picker.tsx'
import type { ActivationRow, RowPartner } from '#client/domain/rows/rows.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { CreateActivation, listPartnerActivations, type PartnerActivation } from '#contract/activations.ts'
import { limits } from '#contract/fields.ts'
import { useCreateActivation, useUpdateActivation } from './mutations.ts'

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
export function ActivationDialog({ activation, partner, open, onOpenChange }: ActivationDialogProps) {
  const create = useCreateActivation()
  const update = useUpdateActivation(activation?.id ?? '')
  const edit = useEditForm<ActivationValues, z.output<typeof activationSchema>, PartnerActivation>({
    schema: activationSchema,
    record: activation,
    valuesOf: (record) => ({
      name: record?.name ?? '',
      ...(record ? dateAndTimeOf(record.activationDate, defaultTimes.activation) : emptyDateAndTime),
      partner: partner ?? activation?.partner ?? null,
    }),
    fieldNames: { activationDate: 'day', partnerId: 'partner' },
    save: async ({ name, day, time, partner: chosen }, record) => {
      const body = {
        name,
        activationDate: toIsoMoment({ day, time }, defaultTimes.activation, record?.activationDate),
        partnerId: chosen?.id ?? '',
      }
      if (record) await update.mutateAsync({ ...body, updatedAt: record.updatedAt })
      else await create.mutateAsync(body)
      onOpenChange(false)
    },
    reload: async ({ id, partnerId }) => {
      const activations = await call(listPartnerActivations, { params: { partnerId } })
      return activations.find((current) => current.id === id)
    },
  })

  return (
    <FormDialog
      title={activation ? 'Edit activation' : 'Create New Activation'}
      description={partner && <ForPartner partner={partner} />}
      guarded
      open={open}
      onOpenChange={onOpenChange}
      isChanged={edit.isChanged}
    >
      <FormProvider {...edit.form}>
        <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
          {!partner && <PartnerField />}
          <Field label="Name" required error={edit.form.formState.errors.name?.message}>
            <TextInput autoComplete="off" maxLength={limits.name} {...edit.form.register('name')} />
          </Field>
          <DateAndTimeFields label="Activation date" defaultTime={defaultTimes.activation} />
          <EditConflict
            edit={edit}
            what="This activation"
            gone="It was deleted, or given to another partner, meanwhile."
          />
          <SubmitFooter
            isPending={create.isPending || update.isPending}
            words={activation ? 'Save changes' : create.isPending ? 'Creating...' : 'Create Activation'}
          />
        </form>
      </FormProvider>
    </FormDialog>
  )
}
