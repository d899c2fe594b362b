import { formatDate } from '#client/lib/format.ts'
import type { AgreementField } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import { type AppendixAField, appendixAFields, type PartnerProfile } from '#contract/partners/profile.ts'

/** A term of Appendix A: a field of the contract's form, which the partner's profile has under the same name. */
export type Term = AgreementField<AppendixAField>

const isTerm = (field: AgreementField): field is Term => appendixAFields.some((name) => name === field.name)

/** The terms in the groups of the contract's form. */
export const termGroups = agreementForms.venue_partnership_agreement.fieldGroups.map(
  ({ heading, fields }) => ({ heading, terms: (fields as readonly AgreementField[]).filter(isTerm) }),
)

/** Whether there is an agreement to speak of. */
export const hasTerms = ({
  partnershipDate,
  eventName,
  paymentAmount,
}: Pick<PartnerProfile, 'partnershipDate' | 'eventName' | 'paymentAmount'>): boolean =>
  Boolean(partnershipDate || eventName || paymentAmount)

/** A day of the calendar as people write it: `Nov 20, 2026`. Anything else stays as it is. */
export const writtenDay = (value: string): string =>
  parseCalendarDate(value) ? formatDate(value, 'UTC') : value

/** A term as people write it: `Nov 20, 2026`, `$12,500`, `14 days`. Anything else stays as it was entered. */
export const writtenTerm = (term: AgreementField, value: string | null): string | null => {
  if (value === null || term.kind === 'long-text') return value
  return term.kind === 'date' ? writtenDay(value) : drawValue(term, value)
}
