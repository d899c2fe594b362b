import { z } from 'zod'
import { partnerField, type WithPartner } from '#client/domain/partner-picker/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import type { DocumentType } from '#contract/documents/agreements/agreement.ts'
import { CreateDocument } from '#contract/documents/documents.ts'
import { AppendixA } from '#contract/partners/appendix-a.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/profile.ts'

/** A further agreement, as the form holds it. */
export type DocumentValues = WithPartner & {
  documentType: DocumentType | ''
  appendixA: Record<AppendixAField, string>
}

export const documentSchema = z.object({
  documentType: CreateDocument.shape.documentType,
  appendixA: AppendixA,
  partner: partnerField,
})
export type CheckedDocument = z.output<typeof documentSchema>

export const emptyDocument = (partner: RowPartner | null): DocumentValues => ({
  documentType: '',
  appendixA: Object.fromEntries(appendixAFields.map((name) => [name, ''])) as DocumentValues['appendixA'],
  partner,
})

/** As the server takes it. Terms that were typed before another type was chosen stay behind. */
export const sentDocument = ({ documentType, appendixA, partner }: CheckedDocument) => ({
  partnerId: partner?.id ?? '',
  documentType,
  ...(documentType === 'venue_partnership_agreement' && { appendixA }),
})
