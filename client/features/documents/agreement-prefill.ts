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

/** The values of the newest signed one of these agreements. */
const lastValues = (documents: readonly PartnerDocument[]): FormValues => {
  const [last] = documents
    .filter(({ evidence }) => evidence)
    .toSorted((one, other) => (other.signedAt ?? '').localeCompare(one.signedAt ?? ''))
  return signedValues(last?.signatureData ?? null)
}

/** Who signed the partner's last agreement: a title that was typed there is not asked for again. */
const lastSigner = (documents: readonly PartnerDocument[]): FormValues => {
  const values = lastValues(documents)
  return withoutEmpty({
    name: values.signerName ?? values.partnershipSignerName,
    title: values.signerTitle ?? values.partnershipSignerTitle,
    company: values.recipientCompany,
  })
}

/**
 * What was signed in the agreement that one replaces, for a type without terms that staff enter: those of the others come along as agreed
 * terms, where staff have not taken them out.
 */
const replacedValues = (
  { documentType, replacesEarlier }: PartnerDocument,
  documents: readonly PartnerDocument[],
): FormValues => {
  if (!replacesEarlier || documentType === 'venue_partnership_agreement') return {}
  return lastValues(documents.filter((other) => other.documentType === documentType && !other.voidedAt))
}

/**
 * What an agreement begins with: the terms that are agreed, and for the fields that are left to the signer what is known of them.
 * @param documents the partner's agreements, the oldest first
 * @param today by the server's clock
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
    // What staff proposed is seldom the day on which it is signed.
    partnershipSignatureDate: today,
  }
  const fields = agreementFields<string>(openForm(form, agreed))
  const replaced = replacedValues(document, documents)
  // The days of the former agreement are past.
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
