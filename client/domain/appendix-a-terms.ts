import { formatDate } from '#client/lib/format.ts'
import type { AgreementField } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import { type AppendixAField, appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'

/** A term of Appendix A: a field of the contract's form, which the partner's profile has under the same name. */
export type Term = AgreementField<AppendixAField>

const isTerm = (field: AgreementField): field is Term => appendixAFields.some((name) => name === field.name)

/** The terms in the groups of the contract's form. */
export const termGroups = agreementForms.venue_partnership_agreement.fieldGroups.map(
  ({ heading, fields }) => ({ heading, terms: (fields as readonly AgreementField[]).filter(isTerm) }),
)

/** Returns whether a profile has at least one of the main terms of an agreement: its date, its event or its payment. */
export const hasTerms = ({
  partnershipDate,
  eventName,
  paymentAmount,
}: Pick<PartnerProfile, 'partnershipDate' | 'eventName' | 'paymentAmount'>): boolean =>
  Boolean(partnershipDate || eventName || paymentAmount)

/** Formats a calendar day as `Nov 20, 2026`. Returns any other text unchanged. */
export const writtenDay = (value: string): string =>
  parseCalendarDate(value) ? formatDate(value, 'UTC') : value

/** Formats a term for display: `Nov 20, 2026`, `$12,500`, `14 days`. Returns other text as entered, and null or '' if nothing is filled in. */
export const writtenTerm = (term: AgreementField, value: string | null): string | null => {
  if (value === null || term.kind === 'long-text') return value
  return term.kind === 'date' ? writtenDay(value) : drawValue(term, value)
}
