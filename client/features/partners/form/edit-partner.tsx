import { type Ref, useRef } from 'react'
import { call } from '#client/lib/api.ts'
import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { type AdminPartner, getPartner, type UpdatePartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { LoadedRecord } from '../loaded-record.tsx'
import { useUpdatePartner } from '../mutations.ts'
import { usePartnerSnapshot } from '../queries.ts'
import { type FormHandle, PartnerForm } from './partner-form.tsx'
import { type PartnerValues, updateSchema, valuesOfPartner } from './partner-values.ts'

type EditPartnerProps = {
  me: CurrentUser
  partnerId: string
  open: boolean
  onClose: () => void
}

/** Changes a partner's profile and terms. */
export function EditPartner({ me, partnerId, open, onClose }: EditPartnerProps) {
  const formHandle = useRef<FormHandle>(null)

  const handleClose = () => {
    formHandle.current?.forget()
    onClose()
  }

  return (
    <FormDialog
      title="Edit Partner"
      description="Fields marked with an asterisk are required."
      size="wide"
      isGuarded
      open={open}
      onOpenChange={handleClose}
      isChanged={() => formHandle.current?.isChanged() === true}
      hasDraft
    >
      <PartnerToEdit me={me} partnerId={partnerId} handleRef={formHandle} onDone={handleClose} />
    </FormDialog>
  )
}

type FormProps = { me: CurrentUser; handleRef: Ref<FormHandle>; onDone: () => void }

/** Loads the partner again, since the shown values may be out of date. */
function PartnerToEdit({ partnerId, ...form }: FormProps & { partnerId: string }) {
  const partner = usePartnerSnapshot(partnerId)
  return (
    <LoadedRecord what="partner" query={partner}>
      {(data) => <LoadedForm partner={data} {...form} />}
    </LoadedRecord>
  )
}

function LoadedForm({ me, partner, handleRef, onDone }: FormProps & { partner: AdminPartner }) {
  const update = useUpdatePartner(partner.id)
  const edit = useEditForm<PartnerValues, UpdatePartner, AdminPartner>({
    schema: updateSchema,
    record: partner,
    valuesOf: valuesOfPartner,
    save: async (body, record) => {
      await update.mutateAsync({ ...body, updatedAt: record?.updatedAt })
      onDone()
    },
    reload: ({ id }) => call(getPartner, { params: { partnerId: id } }),
    // A draft applies only to the state of the partner for which it was typed.
    draftName: (record) => `partner:${me.id}:${partner.id}:${record?.updatedAt}`,
    hasSummary: true,
  })
  return (
    <div ref={focusFirstField}>
      <PartnerForm
        edit={edit}
        submitLabel={update.isPending ? 'Saving...' : 'Save changes'}
        isSaving={update.isPending}
        handleRef={handleRef}
      />
    </div>
  )
}
