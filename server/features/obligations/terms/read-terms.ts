import { readAmount, readGuests, readPercent } from './read-amounts.ts'
import { readDaysAfterInvoice, readDaysBefore, readNoticeDays, readShortNoticeDays } from './read-days.ts'
import { readEventDates } from './read-event-dates.ts'
import { readEndTime, readSetupTime } from './read-times.ts'
import { readableText } from './readable-text.ts'

// The terms are in the order of the form, each with the field of the agreement in which people typed it.
const readers = {
  eventDates: { field: 'eventDates', read: readEventDates },
  setupTime: { field: 'eventSetupTime', read: readSetupTime },
  endTime: { field: 'eventEndTime', read: readEndTime },
  collateralDays: { field: 'collateralDays', read: readDaysBefore },
  feeCents: { field: 'paymentAmount', read: readAmount },
  depositHundredths: { field: 'depositPercentage', read: readPercent },
  paymentDays: { field: 'paymentDays', read: readDaysBefore },
  additionalCostDays: { field: 'additionalCostDays', read: readDaysAfterInvoice },
  expectedGuests: { field: 'expectedGuests', read: readGuests },
  capacityChangeDays: { field: 'capacityChangeDays', read: readNoticeDays },
  cancellationDays: { field: 'cancellationDays', read: readNoticeDays },
  shortCancellationDays: { field: 'shortCancellationDays', read: readShortNoticeDays },
} as const
type TermName = keyof typeof readers

/**
 * The terms of a signed venue agreement that can be read with certainty. Days are `YYYY-MM-DD`, times `HH:MM` in 24 hours at the venue,
 * and periods calendar days. The fee is in cents of US dollars, and the deposit in hundredths of a percent: 5000 is 50 %.
 */
export type AgreementTerms = {
  [Name in TermName]?: NonNullable<ReturnType<(typeof readers)[Name]['read']>>
}

/** The name of a field of the agreement that is read. */
export type TermField = (typeof readers)[TermName]['field']

const termNames = Object.keys(readers) as TermName[]

/** Whether the event would end before it is set up, as far as the terms say. Only on a later day may it end at an earlier time. */
const endsBeforeSetup = ({ setupTime, endTime, eventDates }: AgreementTerms) =>
  setupTime !== undefined &&
  endTime !== undefined &&
  endTime <= setupTime &&
  (!eventDates || eventDates.firstDay === eventDates.lastDay)

/**
 * Reads the terms of a signed venue agreement, which people typed. `terms` has those that are certain, and `unclear` the names of the
 * fields whose values are missing or can be read in several ways or none: a person is asked about these, and nothing is guessed.
 */
export const readTerms = (
  values: Readonly<Record<string, string>>,
): { terms: AgreementTerms; unclear: TermField[] } => {
  const read = termNames.map((name) => {
    const text = readableText(values[readers[name].field])
    return [name, text === undefined ? undefined : readers[name].read(text)] as const
  })
  const found: AgreementTerms = Object.fromEntries(read.filter(([, value]) => value !== undefined))
  const { setupTime, endTime, ...others } = found
  const terms = endsBeforeSetup(found) ? others : found
  return { terms, unclear: termNames.filter((name) => !(name in terms)).map((name) => readers[name].field) }
}
