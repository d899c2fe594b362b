import { readNumber } from './read-number.ts'
import { readOnceOrTwice, withoutHyphens } from './readable-text.ts'

/** What may be around a number of days without changing what its clause says. */
type Phrases = { before: RegExp; after: RegExp }

// A longer period is rather a slip: a person is asked.
const maxDays = 730

const unitPattern = /^(day|week)(?:s'?|'s)?$/

const beforeEvent =
  /^(?:(?:before|prior to|in advance of|ahead of) (?:the )?(?:(?:start|first day) of (?:the )?)?(?:first )?event(?: dates?| day| starts| begins)?|before|prior|in advance)$/
const notice = /^(?:(?:prior |advance )?(?:written )?notice|of notice)$/
const afterInvoice =
  /^(?:(?:after|from|of|following) (?:(?:the )?receipt of |receiving )?(?:the |an )?(?:itemized )?invoice|after receipt)$/

const readPeriod = (text: string, phrases: Phrases[]) => {
  const words = withoutHyphens(text).split(' ')
  const unitAt = words.findIndex((word) => unitPattern.test(word))
  const [unit, after] = unitAt < 0 ? ['', ''] : [words[unitAt] ?? '', words.slice(unitAt + 1).join(' ')]
  if (after && !phrases.some((phrase) => phrase.after.test(after))) return undefined
  const counting = (unit ? words.slice(0, unitAt) : words).join(' ')
  const number = phrases.reduce((rest, { before }) => rest.replace(before, ''), counting)
  const isWeeks = unit.startsWith('week')
  // A calendar week would begin on a certain weekday.
  const count = unit && number === 'a' ? 1 : readNumber(isWeeks ? number : number.replace(/ calendar$/, ''))
  const days = (count ?? Number.NaN) * (isWeeks ? 7 : 1)
  return days <= maxDays ? days : undefined
}

const readerOf =
  (...phrases: Phrases[]) =>
  (text: string) =>
    readOnceOrTwice(text.replace(/^(\d+)(?=days?\b|weeks?\b)/, '$1 '), (part) => readPeriod(part, phrases))

const atLeast = /^(?:at least|(?:no|not) (?:later|less|fewer) than|a minimum of) /
const lessThan = /^(?:less|fewer) than /
const within = /^(?:within|net) /

/** Reads what a party does at least so many calendar days before the event: "14", "two weeks", "fourteen (14) days before the event". */
export const readDaysBefore = readerOf({ before: atLeast, after: beforeEvent })

/** Reads a period of notice before the event, in calendar days: "30 days' written notice". */
export const readNoticeDays = readerOf(
  { before: atLeast, after: beforeEvent },
  { before: atLeast, after: notice },
)

/** Reads the period before the event that begins with so many calendar days: "less than 15 days before the event". */
export const readShortNoticeDays = readerOf(
  { before: lessThan, after: beforeEvent },
  { before: lessThan, after: notice },
)

/** Reads the calendar days in which an invoice is paid: "30 days", "net 30", "within 30 days after receiving the invoice". */
export const readDaysAfterInvoice = readerOf({ before: within, after: afterInvoice })
