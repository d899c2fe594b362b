import { type Ref, useImperativeHandle } from 'react'
import { TermsSection } from '#client/domain/terms-section.tsx'
import { call } from '#client/lib/api.ts'
import { type EditForm, useEditForm } from '#client/lib/use-edit-form.ts'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormErrorSummary } from '#client/ui/form-error-summary.tsx'
import { RestoredNote } from '#client/ui/restored-note.tsx'
import type { AdminPartner, CreatePartner, UpdatePartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { useAddPartner, useUpdatePartner } from '../mutations.ts'
import { ProfileInputs } from '../profile-inputs.tsx'
import {
  addSchema,
  formFields,
  newPartner,
  type PartnerValues,
  updateSchema,
  valuesOfPartner,
} from './partner-values.ts'
import { UserChooser } from './user-chooser.tsx'

/** The functions of the form that its dialog calls. */
export type FormHandle = Pick<EditForm<PartnerValues, unknown, AdminPartner>, 'isChanged'> & {
  /** Removes the draft after the form was saved or discarded. */
  forget: () => void
}

/** The props that the dialog passes to its form. */
export type FormSlot = { me: CurrentUser; handleRef: Ref<FormHandle>; onDone: () => void }

type PartnerFormProps = FormSlot & {
  /** The partner to edit; null to add one. */
  partner: AdminPartner | null
  /** The user of the new partner; null if the user is chosen in the form. */
  user: AdminUser | null
}

/** All values of a partner that staff enter. */
export function PartnerForm({ partner, user, me, handleRef, onDone }: PartnerFormProps) {
  const add = useAddPartner()
  const update = useUpdatePartner(partner?.id ?? '')
  const edit = useEditForm<PartnerValues, CreatePartner | UpdatePartner, AdminPartner>({
    schema: partner ? updateSchema : addSchema,
    record: partner,
    valuesOf: (record) => (record ? valuesOfPartner(record) : newPartner(user)),
    save: async (body, record) => {
      if (record) await update.mutateAsync({ ...body, updatedAt: record.updatedAt })
      else await add.mutateAsync(body as CreatePartner)
      onDone()
    },
    reload: ({ id }) => call('GET /api/admin/partners/:partnerId', { params: { partnerId: id } }),
    ...(!partner && { conflictField: 'userId' }),
    // A draft applies only to the state of the partner for which it was typed.
    draftName: (record) =>
      `partner:${me.id}:${record ? `${record.id}:${record.updatedAt}` : `add:${user?.id ?? ''}`}`,
    hasSummary: true,
  })
  const { draft, isChanged } = edit
  useImperativeHandle(handleRef, () => ({ isChanged, forget: draft.forget }))

  const isPending = add.isPending || update.isPending
  const [label, pendingLabel] = partner ? ['Save changes', 'Saving...'] : ['Add Partner', 'Adding...']
  return (
    <DialogForm
      edit={edit}
      what="This partner"
      isPending={isPending}
      submitLabel={isPending ? pendingLabel : label}
    >
      <FormErrorSummary fields={formFields} />
      <RestoredNote draft={draft} />
      {!partner && <UserChooser />}
      <ProfileInputs by="staff" stored={edit.record} />
      <TermsSection />
    </DialogForm>
  )
}
