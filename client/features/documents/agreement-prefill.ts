import { calendarDay } from '#client/lib/local-moment.ts'
import { type AgreementField, agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { appendixAFields, type PartnerProfile } from '#contract/partners/profile.ts'

/** Values of an agreement's form by field name, empty where nothing is filled in. */
export type FormValues = Record<string, string>

/**
 * A term that staff entered as free text, as the field accepts it: `$12,500` becomes `12500`, `14 days` becomes `14`. Empty
 * where it is ambiguous, since the control would show nothing and send it all the same.
 */
export const valueForField = (field: AgreementField, term: string): string => {
  const text = term.trim()
  if (field.kind === 'date') return parseCalendarDate(text) ? text : ''
  if (field.kind !== 'number') return text.slice(0, field.maxLength)
  const [, number = ''] = /^\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:%|percent|days?|guests?)?$/i.exec(text) ?? []
  return number.replaceAll(',', '')
}

const profileTerms = (profile: PartnerProfile, today: string): FormValues => ({
  ndaDate: today,
  partnershipDate: today,
  recipientCompany: profile.businessName,
  signerName: profile.fullName,
  partnershipSignerName: profile.fullName,
  signatureDate: today,
  partnershipSignatureDate: today,
})

const withoutEmpty = (terms: Partial<Record<string, string | null>>): FormValues =>
  Object.fromEntries(
    Object.entries(terms).filter((term): term is [string, string] => Boolean(term[1]?.trim())),
  )

const appendixA = (profile: PartnerProfile) =>
  Object.fromEntries(appendixAFields.map((name) => [name, profile[name]]))

/**
 * The initial values of an agreement's form: the terms that staff entered for this document, else those that they entered for the
 * partner, else the values of the profile and the current date.
 */
export const agreementPrefill = (
  document: Pick<PartnerDocument, 'documentType' | 'appendixA'>,
  profile: PartnerProfile,
  now: Date,
): FormValues => {
  const terms = {
    ...profileTerms(profile, calendarDay(now)),
    ...withoutEmpty(appendixA(profile)),
    ...withoutEmpty(document.appendixA ?? {}),
  }
  const fields = agreementFields(agreements[document.documentType])
  return Object.fromEntries(
    fields.map((field) => [field.name, valueForField(field, terms[field.name] ?? '')]),
  )
}
