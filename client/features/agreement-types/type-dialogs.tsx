import { useFormContext } from 'react-hook-form'
import { useLocation } from 'wouter'
import { addressWith } from '#client/lib/address-view.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { type AgreementType, AgreementTypeFields } from '#contract/agreement-types.ts'
import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import { limits } from '#contract/limits.ts'
import { useCreateType, useUpdateType } from './queries.ts'

/** @param isAmendment whether the type is that of amendments, which both sides always sign */
function TypeFields({ isAmendment = false }: { isAmendment?: boolean }) {
  const { register } = useFormContext<AgreementTypeFields>()
  return (
    <>
      <FormInput name="name" label="Name" required maxLength={limits.name} autoComplete="off" />
      {isAmendment ? (
        <p className="text-13 text-muted">The company always signs amendments, after the partner.</p>
      ) : (
        <div>
          <Checkbox label="The company also signs, after the partner" {...register('isCountersigned')} />
          <p className="pl-7 text-13 text-muted">Onboarding doesn't wait for it.</p>
        </div>
      )}
    </>
  )
}

/** Adds a type of agreement, and opens its page so that its text can be written. */
export function NewTypeDialog(opening: DialogOpening) {
  const { mutateAsync: create } = useCreateType()
  const [, navigate] = useLocation()
  const edit = useEditForm<AgreementTypeFields, AgreementTypeFields>({
    schema: AgreementTypeFields,
    record: null,
    valuesOf: () => ({ name: '', isCountersigned: false }),
    conflictField: 'name',
    save: async (values) => {
      const { id } = await create(values)
      opening.onOpenChange(false)
      navigate(addressWith(location.pathname, location.search, { type: id }))
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="New agreement type"
      description="You'll add its text and fields next."
      submitLabel="Add type"
      pendingLabel="Adding..."
    >
      <TypeFields />
    </EditDialog>
  )
}

/** Changes the name and the settings of a type. */
export function EditTypeDialog({ type, ...opening }: DialogOpening & { type: AgreementType }) {
  const { mutateAsync: update } = useUpdateType(type.id)
  const edit = useEditForm<AgreementTypeFields, AgreementTypeFields, AgreementType>({
    schema: AgreementTypeFields,
    record: type,
    valuesOf: (record) => ({
      name: record?.name ?? '',
      isCountersigned: record?.isCountersigned ?? false,
    }),
    save: (values, record) => update({ ...values, updatedAt: record?.updatedAt }),
    reload: ({ id }) => call('GET /api/admin/agreement-types/:type', { params: { type: id } }),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Edit ${type.name}`}
      what="This agreement type"
      submitLabel="Save changes"
      pendingLabel="Saving..."
    >
      <TypeFields isAmendment={type.id === amendmentType} />
    </EditDialog>
  )
}
