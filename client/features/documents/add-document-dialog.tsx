import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-picker.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { TermsSection } from '#client/domain/terms-section.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import {
  type DocumentType,
  documentTypeLabels,
  documentTypes,
} from '#contract/documents/agreements/agreement.ts'
import { CreateDocument } from '#contract/documents/documents.ts'
import { AppendixA } from '#contract/partners/appendix-a.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/profile.ts'
import { useAddDocument } from './mutations.ts'

type DocumentValues = WithPartner & { documentType: DocumentType | '' } & Record<AppendixAField, string>

const documentSchema = AppendixA.extend({
  documentType: CreateDocument.shape.documentType,
  partner: partnerSchema,
})

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, ''])) as Record<
  AppendixAField,
  string
>

type AddDocumentDialogProps = DialogOpening & {
  /** The partner it is for, where that is not to be chosen. */
  partner: RowPartner | null
}

/** Gives a partner another agreement to sign. */
export function AddDocumentDialog({ partner, ...opening }: AddDocumentDialogProps) {
  const { mutateAsync: addDocument, isPending } = useAddDocument()
  const edit = useEditForm<DocumentValues, z.output<typeof documentSchema>>({
    schema: documentSchema,
    record: null,
    valuesOf: () => ({ documentType: '', partner, ...noTerms }),
    fieldNames: { partnerId: 'partner' },
    save: async ({ documentType, partner: chosen, ...appendixA }) => {
      await addDocument({
        partnerId: chosen?.id ?? '',
        documentType,
        // Terms that were typed before another type was chosen are not sent.
        ...(documentType === 'venue_partnership_agreement' && { appendixA }),
      })
      opening.onOpenChange(false)
    },
  })
  const documentType = useWatch({ control: edit.form.control, name: 'documentType' })

  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Add Document"
      description={partner ? <ForPartner partner={partner} /> : 'Another agreement for a partner to sign'}
      size="wide"
      isPending={isPending}
      submitLabel={isPending ? 'Adding...' : 'Add Document'}
    >
      {!partner && <PartnerField />}
      <FormSelect
        name="documentType"
        label="Document type"
        required
        placeholder="Choose a type"
        options={documentTypes.map((type) => ({ value: type, label: documentTypeLabels[type] }))}
      />
      {documentType === 'venue_partnership_agreement' && <TermsSection />}
    </EditDialog>
  )
}
