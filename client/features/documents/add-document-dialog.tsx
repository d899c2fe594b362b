import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-picker.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import {
  type DocumentType,
  documentTypeLabels,
  documentTypes,
} from '#contract/documents/agreements/agreement.ts'
import { CreateDocument } from '#contract/documents/documents.ts'
import { AppendixA } from '#contract/partners/appendix-a.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/profile.ts'
import { AppendixAFields } from './appendix-a-fields.tsx'
import { useAddDocument } from './mutations.ts'

type DocumentValues = WithPartner & {
  documentType: DocumentType | ''
  appendixA: Record<AppendixAField, string>
}

const documentSchema = z.object({
  documentType: CreateDocument.shape.documentType,
  appendixA: AppendixA,
  partner: partnerSchema,
})

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, ''])) as DocumentValues['appendixA']

type AddDocumentDialogProps = DialogOpening & {
  /** The partner it is for, where that is not to be chosen. */
  partner: RowPartner | null
}

/** Gives a partner another agreement to sign. */
export function AddDocumentDialog({ partner, open, onOpenChange }: AddDocumentDialogProps) {
  const add = useAddDocument()
  const { form, formRef, submit, isChanged } = useEditForm<DocumentValues, z.output<typeof documentSchema>>({
    schema: documentSchema,
    record: null,
    valuesOf: () => ({ documentType: '', appendixA: noTerms, partner }),
    fieldNames: { partnerId: 'partner' },
    save: async ({ documentType, appendixA, partner: chosen }) => {
      await add.mutateAsync({
        partnerId: chosen?.id ?? '',
        documentType,
        // Terms that were typed before another type was chosen are not sent.
        ...(documentType === 'venue_partnership_agreement' && { appendixA }),
      })
      onOpenChange(false)
    },
  })
  const documentType = useWatch({ control: form.control, name: 'documentType' })

  return (
    <FormDialog
      title="Add Document"
      description={partner ? <ForPartner partner={partner} /> : 'Another agreement for a partner to sign'}
      size="wide"
      guarded
      open={open}
      onOpenChange={onOpenChange}
      isChanged={isChanged}
    >
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          {!partner && <PartnerField />}
          <Field label="Document type" required error={form.formState.errors.documentType?.message}>
            <Select {...form.register('documentType')}>
              <option value="">Choose a type</option>
              {documentTypes.map((type) => (
                <option key={type} value={type}>
                  {documentTypeLabels[type]}
                </option>
              ))}
            </Select>
          </Field>
          {documentType === 'venue_partnership_agreement' && <AppendixAFields />}
          <SubmitFooter isPending={add.isPending} words={add.isPending ? 'Adding...' : 'Add Document'} />
        </form>
      </FormProvider>
    </FormDialog>
  )
}
