import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { forOne, forPartners } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  sentFor,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import { ForPartner } from '#client/domain/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { TermsSection } from '#client/domain/terms-section.tsx'
import { call } from '#client/lib/api.ts'
import { readOf, snapshotOf } from '#client/lib/query-client.ts'
import { type EditForm, type Stored, useEditForm } from '#client/lib/use-edit-form.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type AgreementDetails, CreateDocument } from '#contract/documents/documents.ts'
import { endsAfterItBegins, endsBeforeItBegins } from '#contract/documents/life-dates.ts'
import { AppendixA } from '#contract/partners/appendix-a.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import { DatesInputs, datesShape, ReplacesInput } from './life-inputs.tsx'
import { useUpdateDocument } from './mutations.ts'
import { hasTerms, PartnerTermsShape, sentPartnerTerms } from './partner-terms.ts'
import { type PartnerTerms, ReplacedTerms } from './replaced-terms.tsx'
import { useAddDocument } from './shared/mutations.ts'

// The two dialogs share most of their parts, and are loaded together.
export { AskToSignDialog } from './ask-to-sign-dialog.tsx'

type DocumentValues = WithAudience & {
  documentType: string
  effectiveOn: string
  endsOn: string
  replacesEarlier: boolean
  partnerTerms: PartnerTerms
} & Record<AppendixAField, string>

const documentSchema = AppendixA.extend({
  documentType: CreateDocument.shape.documentType,
  ...audienceShape,
  ...datesShape,
  replacesEarlier: z.boolean(),
  partnerTerms: PartnerTermsShape,
})
  .superRefine(checkAudience)
  .refine(endsAfterItBegins, endsBeforeItBegins)

const noLife = { effectiveOn: '', endsOn: '', replacesEarlier: false, partnerTerms: {} }

const termsOf = (entered: Record<string, string>) =>
  Object.fromEntries(appendixAFields.map((name) => [name, entered[name] ?? ''])) as Record<
    AppendixAField,
    string
  >

/** Adds the terms only if the type has terms: the user may have typed some before they chose another type. */
const withTermsOfType = <Terms,>(documentType: string, appendixA: Terms) => ({
  documentType,
  ...(hasTerms(documentType) && { appendixA }),
})

type AddDocumentDialogProps = DialogOpening & {
  /** The partner that the agreement is for; null if the user chooses the partners in the form. */
  partner: RowPartner | null
  /** The type that is chosen first. */
  type?: string
  /** The partners that are chosen first. */
  partnerIds?: string[] | undefined
}

/** Gives a partner another agreement to sign. */
export function AddDocumentDialog({ partner, type = '', partnerIds, ...opening }: AddDocumentDialogProps) {
  const { mutateAsync: addDocument } = useAddDocument()
  const edit = useEditForm<DocumentValues, z.output<typeof documentSchema>>({
    schema: documentSchema,
    record: null,
    valuesOf: () => ({
      documentType: type,
      partner,
      audience: forPartners(partnerIds),
      ...noLife,
      ...termsOf({}),
    }),
    fieldNames: audienceFieldNames,
    save: async (values) => {
      const {
        documentType,
        partner: chosen,
        audience,
        effectiveOn,
        endsOn,
        replacesEarlier,
        partnerTerms,
        ...appendixA
      } = values
      await addDocument({
        ...sentFor({ partner: chosen, audience }),
        ...{ effectiveOn, endsOn, replacesEarlier },
        // The server copies each partner's own terms; only the terms that staff have changed are sent.
        ...(replacesEarlier
          ? { documentType, ...sentPartnerTerms(documentType, partnerTerms) }
          : withTermsOfType(documentType, appendixA)),
      })
    },
  })
  return (
    <DocumentForm
      {...opening}
      edit={edit}
      title="Add Document"
      description={partner ? <ForPartner partner={partner} /> : 'One more agreement to sign'}
      submitLabel="Add Document"
      pendingLabel="Adding..."
      choosesPartner={!partner}
      isNew
    />
  )
}

/** Edits an agreement that is not signed, starting from its current state. */
export function EditDocumentDialog({ document, ...opening }: DialogOpening & { document: { id: string } }) {
  const current = useQuery(snapshotOf('/api/partner/documents/:id', { params: { id: document.id } }))
  if (current.data) return <LoadedForm document={current.data} {...opening} />
  return (
    <Dialog {...opening} title="Edit agreement" size="wide">
      <QueryState query={current} failure={{ title: 'The agreement could not be loaded' }}>
        {() => null}
      </QueryState>
    </Dialog>
  )
}

function LoadedForm({ document, ...opening }: DialogOpening & { document: AgreementDetails }) {
  const { mutateAsync: updateDocument } = useUpdateDocument(document.id)
  const edit = useEditForm<DocumentValues, z.output<typeof documentSchema>, AgreementDetails>({
    schema: documentSchema,
    record: document,
    valuesOf: (record) => ({
      documentType: record?.documentType ?? '',
      partner: record?.partner ?? null,
      audience: forOne,
      ...noLife,
      ...termsOf(record?.enteredTerms ?? {}),
    }),
    save: async (values, record) => {
      const { documentType, partner: _partner, audience: _audience, ...rest } = values
      const {
        effectiveOn: _from,
        endsOn: _until,
        replacesEarlier: _replaces,
        partnerTerms: _terms,
        ...appendixA
      } = rest
      await updateDocument({ ...withTermsOfType(documentType, appendixA), updatedAt: record?.updatedAt })
    },
    reload: ({ id }) => call('GET /api/partner/documents/:id', { params: { id } }),
  })
  return (
    <DocumentForm
      {...opening}
      edit={edit}
      title="Edit agreement"
      description={<ForPartner partner={document.partner} />}
      what="This agreement"
      submitLabel="Save changes"
    />
  )
}

type DocumentFormProps<Item extends Stored> = Omit<
  React.ComponentProps<typeof EditDialog>,
  'edit' | 'children'
> & {
  edit: EditForm<DocumentValues, z.output<typeof documentSchema>, Item>
  choosesPartner?: boolean
  /** Whether the agreement is new: the dates, and what it replaces, cannot be changed here later. */
  isNew?: boolean
}

function DocumentForm<Item extends Stored>({
  choosesPartner = false,
  isNew = false,
  edit,
  ...dialog
}: DocumentFormProps<Item>) {
  const [documentType, replacesEarlier] = useWatch({
    control: edit.form.control,
    name: ['documentType', 'replacesEarlier'],
  })
  const showsPartnerTerms = hasTerms(documentType) && replacesEarlier
  const types = useQuery(readOf('/api/admin/agreement-types'))
  return (
    <EditDialog {...dialog} edit={edit} size={showsPartnerTerms ? 'roomy' : 'wide'}>
      {choosesPartner && <AudienceField />}
      <QueryState
        query={types}
        className="grid grid-cols-1 gap-5"
        loading={<Skeleton className="h-16" />}
        failure={{ title: 'The types of agreement could not be loaded' }}
      >
        {(all) => (
          <>
            <FormSelect
              name="documentType"
              label="Document type"
              required
              placeholder="Choose a type"
              options={all
                .filter(({ id, isOffered }) => isOffered || id === documentType)
                .map(({ id, name }) => ({ value: id, label: name }))}
            />
            {/* The dates appear together with the types; otherwise the focus would start in the dates while the types are loading. */}
            {isNew && <DatesInputs />}
            {isNew && <ReplacesInput />}
          </>
        )}
      </QueryState>
      {hasTerms(documentType) && (showsPartnerTerms ? <ReplacedTerms /> : <TermsSection />)}
    </EditDialog>
  )
}
