import { useController, useFormContext } from 'react-hook-form'
import { Day } from '#client/domain/day.tsx'
import { partnerLabel, type RowPartner } from '#client/domain/rows/rows.ts'
import { ApiError } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Fact } from '#client/ui/facts.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { type FormerlyNamed, PrepareAmendment } from '#contract/documents/amendments.ts'
import { usePrepareAmendment } from '../mutations.ts'

type Values = { documentIds: string[] }
type Agreements = FormerlyNamed['agreements']

type PrepareAmendmentDialogProps = DialogOpening & { partner: RowPartner; named: FormerlyNamed }

/** Shows what an amendment of the partner's name will say, and gives it to the partner to sign. */
export function PrepareAmendmentDialog({
  partner,
  named: { businessName, agreements },
  ...opening
}: PrepareAmendmentDialogProps) {
  const { mutateAsync: prepare } = usePrepareAmendment(partner.id)
  const formerNames = [...new Set(agreements.map(({ partnerName }) => partnerName))]
  const edit = useEditForm<Values, Values>({
    schema: PrepareAmendment.pick({ documentIds: true }),
    record: null,
    valuesOf: () => ({ documentIds: agreements.map(({ id }) => id) }),
    save: async (values) => {
      try {
        await prepare({ ...values, businessName })
      } catch (error) {
        // The agreements in the dialog are out of date, and the record reads them again.
        if (error instanceof ApiError && error.status === 409) opening.onOpenChange(false)
        throw error
      }
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Prepare an amendment"
      description={partnerLabel({ ...partner, businessName })}
      submitLabel="Prepare amendment"
      pendingLabel="Preparing..."
    >
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Fact label={formerNames.length === 1 ? 'Old name' : 'Old names'}>{formerNames.join('\n')}</Fact>
        <Fact label="New name">{businessName}</Fact>
      </dl>
      <AgreementChoice offered={agreements} namesDiffer={formerNames.length > 1} />
      <p className="text-13 text-muted">
        The partner signs the amendment, then the company. The signed agreements themselves don't change.
      </p>
    </EditDialog>
  )
}

function AgreementChoice({ offered, namesDiffer }: { offered: Agreements; namesDiffer: boolean }) {
  const { control } = useFormContext<Values>()
  const { field, fieldState } = useController({ control, name: 'documentIds' })
  const choose = (id: string, isChosen: boolean) =>
    field.onChange(
      offered.flatMap((each) => ((each.id === id ? isChosen : field.value.includes(each.id)) ? each.id : [])),
    )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-15">Agreements to amend</legend>
      {offered.map(({ id, documentName, signedAt, partnerName }) => (
        <Checkbox
          key={id}
          checked={field.value.includes(id)}
          onChange={({ target }) => choose(id, target.checked)}
          aria-invalid={fieldState.error ? true : undefined}
          label={
            <>
              {documentName}
              <span className="block text-13 text-muted">
                Signed <Day at={signedAt} />
                {namesDiffer && ` · ${partnerName}`}
              </span>
            </>
          }
        />
      ))}
      {fieldState.error?.message && <FieldError id="agreements-error">{fieldState.error.message}</FieldError>}
    </fieldset>
  )
}
