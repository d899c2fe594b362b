import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FormProvider, useForm } from 'react-hook-form'
import { usualTimes } from '#client/domain/date-and-time/date-and-time.ts'
import { WhenFields } from '#client/domain/date-and-time/date-and-time-fields.tsx'
import { ForPartner } from '#client/domain/partner-picker/for-partner.tsx'
import { PartnerField } from '#client/domain/partner-picker/partner-field.tsx'
import { EditNotice } from '#client/domain/rows/edit-notice.tsx'
import { useEditing } from '#client/domain/rows/editing.ts'
import type { ActivationRow, RowPartner } from '#client/domain/rows/rows.ts'
import { useCreateActivation, useUpdateActivation } from '#client/features/dashboard/staff/save-rows.ts'
import { call } from '#client/lib/api.ts'
import { focusField } from '#client/lib/focus-field.ts'
import { showRefusedFields } from '#client/lib/show-refused-fields.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { listPartnerActivations, type PartnerActivation } from '#contract/activations.ts'
import { limits } from '#contract/fields.ts'
import {
  type ActivationValues,
  activationSchema,
  activationValues,
  type CheckedActivation,
  sentActivation,
} from './activation-values.ts'

type ActivationDialogProps = {
  /** Null for a new one. */
  activation: ActivationRow | null
  /** For whom it is, where that is not to be chosen. */
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Makes an activation, or changes one. */
export function ActivationDialog({ activation, partner, open, onOpenChange }: ActivationDialogProps) {
  const form = useForm<ActivationValues, unknown, CheckedActivation>({
    defaultValues: activationValues(activation, partner ?? activation?.partner ?? null),
    shouldFocusError: false,
    resolver: standardSchemaResolver<ActivationValues, unknown, CheckedActivation>(activationSchema),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)
  const editing = useEditing<PartnerActivation>({
    row: activation,
    readAgain: readActivation,
    onLoaded: (now) => {
      form.reset(activationValues(now, form.getValues('partner')))
      focusField(element.current, 'name')
    },
  })
  const create = useCreateActivation()
  const update = useUpdateActivation(activation?.id ?? '')

  const submit = form.handleSubmit(async (values) => {
    editing.begin()
    const body = sentActivation(values, editing.seen)
    try {
      if (editing.seen) await update.mutateAsync({ ...body, updatedAt: editing.seen.updatedAt })
      else await create.mutateAsync(body)
      onOpenChange(false)
    } catch (error) {
      editing.refuse(error)
      showRefusedFields(form, error)
    }
  })

  return (
    <FormDialog
      title={activation ? 'Edit activation' : 'Create New Activation'}
      description={partner && <ForPartner partner={partner} />}
      guarded
      open={open}
      onOpenChange={onOpenChange}
      isChanged={() => isDirty}
    >
      <FormProvider {...form}>
        <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          {!partner && <PartnerField />}
          <Field label="Name" required error={errors.name?.message}>
            <TextInput autoComplete="off" maxLength={limits.name} {...form.register('name')} />
          </Field>
          <WhenFields label="Activation date" usual={usualTimes.activation} />
          <EditNotice what="This activation" editing={editing} />
          <SubmitFooter
            isPending={create.isPending || update.isPending}
            words={activation ? 'Save changes' : create.isPending ? 'Creating...' : 'Create Activation'}
          />
        </form>
      </FormProvider>
    </FormDialog>
  )
}

const readActivation = async ({ id, partnerId }: PartnerActivation) => {
  const activations = await call(listPartnerActivations, { params: { partnerId } })
  return activations.find((activation) => activation.id === id)
}
