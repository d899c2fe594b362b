import type { Term } from '#client/domain/appendix-a-terms.ts'
import { formatDate } from '#client/lib/format.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'

/** Whether there is an agreement to speak of. */
export const hasTerms = ({ partnershipDate, eventName, paymentAmount }: PartnerProfile): boolean =>
  Boolean(partnershipDate || eventName || paymentAmount)

/** A term as people write it: `Nov 20, 2026`, `$12,500`, `14 days`. What is none of these stays as it was entered. */
export const writtenTerm = (term: Term, value: string | null): string | null => {
  if (value === null || term.kind === 'long-text') return value
  if (term.kind === 'date') return parseCalendarDate(value) ? formatDate(value, 'UTC') : value
  return drawValue(term, value)
}
