import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { ForPartner } from '#client/domain/partner-picker/for-partner.tsx'
import { PartnerField } from '#client/domain/partner-picker/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { useAddDocument } from '#client/features/dashboard/staff/save-rows.ts'
import { showRefusedFields } from '#client/lib/show-refused-fields.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { documentTypeLabels, documentTypes } from '#contract/documents/agreements/agreement.ts'
import { AppendixAFields } from './appendix-a-fields.tsx'
import {
  type CheckedDocument,
  type DocumentValues,
  documentSchema,
  emptyDocument,
  sentDocument,
} from './document-values.ts'

type DocumentDialogProps = {
  /** For whom it is, where that is not to be chosen. */
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives a partner another agreement to sign. */
export function DocumentDialog({ partner, open, onOpenChange }: DocumentDialogProps) {
  const form = useForm<DocumentValues, unknown, CheckedDocument>({
    defaultValues: emptyDocument(partner),
    shouldFocusError: false,
    resolver: standardSchemaResolver<DocumentValues, unknown, CheckedDocument>(documentSchema),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)
  const documentType = useWatch({ control: form.control, name: 'documentType' })
  const add = useAddDocument()

  const submit = form.handleSubmit(async (values) => {
    try {
      await add.mutateAsync(sentDocument(values))
      onOpenChange(false)
    } catch (error) {
      showRefusedFields(form, error)
    }
  })

  return (
    <FormDialog
      title="Add Document"
      description={partner ? <ForPartner partner={partner} /> : 'Another agreement for a partner to sign'}
      size="wide"
      guarded
      open={open}
      onOpenChange={onOpenChange}
      isChanged={() => isDirty}
    >
      <FormProvider {...form}>
        <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
          {!partner && <PartnerField />}
          <Field label="Document type" required error={errors.documentType?.message}>
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
