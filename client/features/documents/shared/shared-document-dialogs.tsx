import type { z } from 'zod'
import { audienceOf, sentAudience, withoutView } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import { TermsSection } from '#client/domain/terms-section.tsx'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { SharedDocument } from '#contract/documents/shared-documents.ts'
import { AppendixA } from '#contract/partners/appendix-a.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import { useUpdateSharedDocument, useWithdrawSharedDocument } from './mutations.ts'

type Values = WithAudience & Record<AppendixAField, string>

const schema = AppendixA.extend(audienceShape).superRefine(checkAudience)

const valuesOf = (document: SharedDocument | null): Values => ({
  partner: null,
  audience: audienceOf(document ?? {}),
  ...(Object.fromEntries(appendixAFields.map((name) => [name, document?.appendixA?.[name] ?? ''])) as Record<
    AppendixAField,
    string
  >),
})

type DialogProps = DialogOpening & { document: SharedDocument }

/** Changes whom an agreement is for, and its terms for those who have not signed. */
export function EditSharedDocument({ document, ...opening }: DialogProps) {
  const { mutateAsync: update } = useUpdateSharedDocument(document)
  const hasTerms = document.documentType === 'venue_partnership_agreement'
  const edit = useEditForm<Values, z.output<typeof schema>, SharedDocument>({
    schema,
    record: document,
    valuesOf,
    fieldNames: audienceFieldNames,
    save: ({ partner: _partner, audience, ...appendixA }, record) =>
      update({
        ...withoutView(record),
        ...sentAudience(audience),
        ...(hasTerms && { appendixA }),
        updatedAt: record?.updatedAt,
      }),
    reload: ({ id }) => call('GET /api/admin/shared-documents/:id', { params: { id } }),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Edit ${document.documentName}`}
      description="Partners who have signed keep what they signed."
      what="This agreement"
      size="wide"
      submitLabel="Save changes"
    >
      <AudienceField isOneOffered={false} />
      {hasTerms && <TermsSection />}
    </EditDialog>
  )
}

/** Deletes an agreement for several partners from those who have not signed it. */
export function DeleteSharedDocument({
  document,
  onDeleted,
  ...opening
}: DialogProps & { onDeleted?: () => void }) {
  const { mutateAsync: withdraw } = useWithdrawSharedDocument(document)
  const { partners, signed } = document.progress
  return (
    <ReasonDialog
      {...opening}
      title={`Delete ${document.documentName}?`}
      submitLabel="Delete"
      onSubmit={async (body) => {
        await withdraw(body)
        onDeleted?.()
      }}
    >
      <p>
        {`${partners - signed} of ${partners} partners haven't signed it and will no longer see it. Signed agreements stay.`}
      </p>
    </ReasonDialog>
  )
}
