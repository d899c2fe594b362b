import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import type { PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'

/** The values of an agreement's form by field name; empty strings for fields that are not filled in. */
export type FormValues = Record<string, string>

/** Writes a name as an electronic signature. */
export const signatureOf = (name: string) => `/s/ ${name}`.slice(0, limits.name)

/** Builds the request that signs a document, from the text that was read and the checked values. */
export const signingOf = (
  { id }: Pick<PartnerDocument, 'id'>,
  { documentType, version }: Agreement,
  values: FormValues,
): Sent<typeof signDocument, 'body'> => {
  const digitalSignature = signatureOf(values.signerName ?? values.partnershipSignerName ?? '')
  return {
    documentType,
    documentId: id,
    agreementVersion: version,
    consentVersion: electronicConsent.version,
    signatureData: JSON.stringify({ ...values, digitalSignature }),
    status: 'signed',
    signedAt: new Date().toISOString(),
  }
}

/** The values that a document was signed with; none if it was signed on paper. */
export const signedValues = (signatureData: string | null): FormValues => {
  try {
    const values: unknown = JSON.parse(signatureData ?? '{}')
    return typeof values === 'object' && values !== null ? (values as FormValues) : {}
  } catch {
    return {}
  }
}
