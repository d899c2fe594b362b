import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import type { PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/fields.ts'

/** Values of an agreement's form by field name, empty where nothing is filled in. */
export type FormValues = Record<string, string>

/** A name in the form of an electronic signature. */
export const signatureOf = (name: string) => `/s/ ${name}`.slice(0, limits.name)

/** The request that signs a document, whose text was read, with checked values. */
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

/** The values that a document was signed with; none where it was signed on paper. */
export const signedValues = (signatureData: string | null): FormValues => {
  try {
    const values: unknown = JSON.parse(signatureData ?? '{}')
    return typeof values === 'object' && values !== null ? (values as FormValues) : {}
  } catch {
    return {}
  }
}
