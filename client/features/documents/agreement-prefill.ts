import {
  agreedTerms,
  enteredTerms,
  isFirstContract,
  openForm,
  valueForField,
} from '#contract/documents/agreed-terms.ts'
import {
  type AgreementField,
  type AgreementForm,
  agreementFields,
} from '#contract/documents/agreements/agreement.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { ownValue } from '#contract/own-value.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { type FormValues, signedValues } from './signature.ts'

const withoutEmpty = (terms: Partial<Record<string, string | null>>): FormValues =>
  Object.fromEntries(
    Object.entries(terms).filter((term): term is [string, string] => Boolean(term[1]?.trim())),
  )

/** Returns the values of the agreement that was signed last. */
const lastValues = (documents: readonly PartnerDocument[]): FormValues => {
  const [last] = documents
    .filter(({ evidence }) => evidence)
    .toSorted((one, other) => (other.signedAt ?? '').localeCompare(one.signedAt ?? ''))
  return signedValues(last?.signatureData ?? null)
}

/** Returns who signed the partner's last agreement, so that a title that was typed there need not be typed again. */
const lastSigner = (documents: readonly PartnerDocument[]): FormValues => {
  const values = lastValues(documents)
  return withoutEmpty({
    name: values.signerName ?? values.partnershipSignerName,
    title: values.signerTitle ?? values.partnershipSignerTitle,
    company: values.recipientCompany,
  })
}

/**
 * Returns the values that were signed in the agreement that this one replaces. Contracts are excluded: staff enter their terms, and the
 * replaced terms come along as agreed terms unless staff have removed them.
 */
const replacedValues = (
  { documentType, replacesEarlier }: PartnerDocument,
  documents: readonly PartnerDocument[],
): FormValues => {
  if (!replacesEarlier || documentType === 'venue_partnership_agreement') return {}
  return lastValues(documents.filter((other) => other.documentType === documentType && !other.voidedAt))
}

/**
 * Returns what an agreement begins with: the agreed terms, and for the fields that are left to the signer the values that are known.
 * @param documents the partner's agreements, the oldest first
 * @param today today's date by the server's clock
 */
export const agreementStart = (
  document: PartnerDocument,
  form: AgreementForm<string>,
  profile: PartnerProfile,
  documents: readonly PartnerDocument[],
  today: string,
) => {
  const entered = enteredTerms(document, isFirstContract(document, documents) ? profile : null)
  const agreed = agreedTerms(entered)
  const signer = lastSigner(documents)
  const known: FormValues = {
    ndaDate: today,
    partnershipDate: today,
    recipientCompany: (profile.onboardingStatus === 'documents' && signer.company) || profile.businessName,
    signatureDate: today,
    signerName: signer.name ?? profile.fullName,
    partnershipSignerName: signer.name ?? profile.fullName,
    signerTitle: signer.title ?? '',
    partnershipSignerTitle: signer.title ?? '',
    ...entered,
    // The date of signature that staff proposed is seldom the day on which the agreement is signed.
    partnershipSignatureDate: today,
  }
  const fields = agreementFields<string>(openForm(form, agreed))
  const replaced = replacedValues(document, documents)
  // The dates of the replaced agreement are past, so they are not filled in.
  const formerly = ({ kind, name }: AgreementField) =>
    kind === 'date' ? undefined : ownValue(replaced, name)
  return {
    agreed,
    prefill: Object.fromEntries(
      fields.map((field) => [
        field.name,
        valueForField(field, ownValue(known, field.name) ?? formerly(field) ?? ''),
      ]),
    ) as FormValues,
  }
}
