import { useWatch } from 'react-hook-form'
import { AudienceField, audienceFieldNames } from '#client/domain/audience/audience-field.tsx'
import { LibraryFilesField } from '#client/domain/files/library-files-field.tsx'
import { ForPartner, PartnerField } from '#client/domain/partner-field.tsx'
import type { ActivationRow, RowPartner } from '#client/domain/rows/rows.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { activationStageLabels, activationStages } from '#contract/activation-stages.ts'
import type { PartnerActivation } from '#contract/activations.ts'
import { limits } from '#contract/limits.ts'
import {
  type ActivationValues,
  activationSchema,
  type CheckedActivation,
  changeOf,
  creationOf,
  valuesOf,
} from './activation-form.ts'
import { AgreementField } from './agreement-field.tsx'
import { ContactsField } from './contacts-field.tsx'
import { useCreateActivation, useUpdateActivation } from './mutations.ts'
import { MovePreview } from './plan/move-preview.tsx'
import { PlanField } from './plan/plan-field.tsx'
import { WhenFields } from './when-fields.tsx'

type ActivationDialogProps = DialogOpening & {
  /** The activation to edit; null to create one. */
  activation: ActivationRow | null
  /** The partner that the activation is for; null if the user chooses the partners in the form. */
  partner: RowPartner | null
}

const fieldNames = {
  ...audienceFieldNames,
  activationDate: 'day',
  endsAt: 'endTime',
  resourceIds: 'resources',
  documentId: 'agreement',
}

const stageOptions = activationStages.map((value) => ({ value, label: activationStageLabels[value] }))

/** Creates an activation for one or several partners, or edits that of one partner. */
export function ActivationDialog({ activation, partner, ...opening }: ActivationDialogProps) {
  const { mutateAsync: create } = useCreateActivation()
  const { mutateAsync: update } = useUpdateActivation()
  const edit = useEditForm<ActivationValues, CheckedActivation, PartnerActivation>({
    schema: activationSchema,
    record: activation,
    valuesOf: (record) => valuesOf(record, partner ?? activation?.partner ?? null),
    fieldNames,
    save: (checked, record) =>
      record ? update({ id: record.id, change: changeOf(checked, record) }) : create(creationOf(checked)),
    reload: async ({ id, partnerId }) => {
      const activations = await call('GET /api/admin/partners/:partnerId/activations', {
        params: { partnerId },
      })
      return activations.find((current) => current.id === id)
    },
  })
  const hasNoZone = activation !== null && activation.timeZone === null
  const [audience, chosen] = useWatch({ control: edit.form.control, name: ['audience', 'partner'] })

  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={activation ? 'Edit activation' : 'Create New Activation'}
      description={
        activation?.isShared
          ? 'Its name, description, and materials are the same for all of its partners.'
          : partner && <ForPartner partner={partner} />
      }
      what="This activation"
      gone="It was deleted or assigned to another partner."
      submitLabel={activation ? 'Save changes' : 'Create Activation'}
      pendingLabel={activation ? undefined : 'Creating...'}
    >
      {!partner &&
        (activation ? <PartnerField /> : <AudienceField isViewOffered={false} isEveryoneOffered={false} />)}
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
      <WhenFields zone={activation?.timeZone} hasNoZone={hasNoZone} />
      {activation ? <MovePreview activation={activation} /> : <PlanField />}
      {activation && <FormSelect name="stage" label="Stage" options={stageOptions} />}
      <FormSection heading="Details" stacked>
        <FormTextArea name="description" label="Description" maxLength={limits.description} />
        <FormPair>
          <FormInput name="expectedGuests" label="Expected guests" inputMode="numeric" autoComplete="off" />
          <FormInput
            name="expectedSignUps"
            label="Expected sign-ups"
            inputMode="numeric"
            autoComplete="off"
          />
        </FormPair>
        <LibraryFilesField
          label="Materials"
          chosenLabel="Chosen materials"
          hint="The partner sees only files shared with them."
        />
        {audience.kind === 'one' && chosen && <AgreementField partnerId={chosen.id} />}
      </FormSection>
      <FormSection heading="On the day" stacked>
        <FormTextArea name="arrival" label="Getting there and parking" maxLength={limits.description} />
        <ContactsField />
      </FormSection>
    </EditDialog>
  )
}
