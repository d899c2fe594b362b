import type { DocumentType } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import type { PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/fields.ts'

/** Values of an agreement's form by field name, empty where nothing is filled in. */
export type FormValues = Record<string, string>

const signerNameFields: Record<DocumentType, string> = {
  nda: 'signerName',
  venue_partnership_agreement: 'partnershipSignerName',
}

/** A name in the form of an electronic signature. */
export const signatureOf = (name: string) => `/s/ ${name}`.slice(0, limits.name)

/** The request that signs a document with checked values. */
export const signingOf = (
  { id, documentType }: Pick<PartnerDocument, 'id' | 'documentType'>,
  values: FormValues,
): Sent<typeof signDocument, 'body'> => {
  const digitalSignature = signatureOf(values[signerNameFields[documentType]] ?? '')
  return {
    documentType,
    documentId: id,
    agreementVersion: agreements[documentType].version,
    consentVersion: electronicConsent.version,
    signatureData: JSON.stringify({ ...values, digitalSignature }),
    status: 'signed',
    signedAt: new Date().toISOString(),
  }
}

/** The values that a document was signed with; none where it was signed on paper. */
export const signedValues = (signatureData: string | null): FormValues => {
  try {
    const values: unknown = JSON.parse(signatureData ?? '{}')
    return typeof values === 'object' && values !== null ? (values as FormValues) : {}
  } catch {
    return {}
  }
}
