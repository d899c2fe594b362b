import { addDays, weekdayOf } from '#contract/calendar-days.ts'
import { parseCalendarDate } from '#contract/documents/agreements/calendar-date.ts'

/** The first and last day of an event (`YYYY-MM-DD`), which are equal for an event of one day. */
export type EventDates = { firstDay: string; lastDay: string }

/** A piece of a text. Its kind is a letter: a whole Date, a Month, a day (N), a Year, a Weekday, And, a Range; or a comma or parenthesis. */
type Token = { kind: string; value: string }

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const maxTokens = 60
const years = { min: 2000, max: 2100 }
const maxEventDays = 366

const isoDay = (year: string, month: string, day: string) => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseCalendarDate(iso) && Number(year) >= years.min && Number(year) <= years.max ? iso : undefined
}

/** Reads "4/17/2027" or "17/4/2027", in which only one number can be the month. */
const readSlashedDate = (text: string) => {
  const [first = '', second = '', year = ''] = text.split(/[/.-]/)
  if (Number(first) > 12) return isoDay(year, second, first)
  return Number(second) > 12 || Number(first) === Number(second) ? isoDay(year, first, second) : undefined
}

const readWord = (word: string): Token | undefined => {
  const indexIn = (names: string[]) =>
    word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word))
  if (word === 'to' || word === 'through' || word === 'thru') return { kind: 'R', value: word }
  if (indexIn(monthNames) >= 0) return { kind: 'M', value: String(indexIn(monthNames) + 1) }
  return indexIn(weekdayNames) >= 0 ? { kind: 'W', value: String(indexIn(weekdayNames)) } : undefined
}

const readToken = (text: string): Token | undefined => {
  if (/and$|&$/.test(text)) return { kind: 'A', value: text }
  if (/^[a-z]/.test(text)) return readWord(text.replace('.', ''))
  if (/^\d+$/.test(text) && text.length === 4) return { kind: 'Y', value: text }
  if (/^\d{1,2}(?:[a-z]|$)/.test(text)) return { kind: 'N', value: String(Number.parseInt(text, 10)) }
  if (text === ',' || text === ';') return { kind: ',', value: text }
  if (text === '-') return { kind: 'R', value: text }
  if (text === '(' || text === ')') return { kind: text, value: text }
  const [year = '', month = '', day = ''] = text.split('-')
  const date = year.length === 4 ? isoDay(year, month, day) : readSlashedDate(text)
  return date ? { kind: 'D', value: date } : undefined
}

const tokenPattern =
  /\d{4}-\d\d-\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d+(?:st|nd|rd|th)?|,? ?(?:and\b|&)|[a-z]+\.?|[^ ]/g

// Each style matches the dates of one month, with their weekdays before or after them. It is linear because a text has at most 60 tokens.
const styles = [
  /(?:W(?:[,AR]W)*,?)?MN(?:[,AR]N)*(?:,?Y)?(?:\(W(?:[,AR]W)*\))?/g,
  /(?:W(?:[,AR]W)*,?)?N(?:[,AR]N)*M(?:,?Y)?(?:\(W(?:[,AR]W)*\))?/g,
  /(?:W,?)?D(?:\(W\))?/g,
]

/** Returns the days of a group of dates; undefined if one does not exist, or is on another weekday than the text says. */
const daysOf = (group: Token[], sharedYear: string | undefined) => {
  const valuesOf = (kind: string) => group.filter((token) => token.kind === kind).map(({ value }) => value)
  const [[month = ''], [year = sharedYear ?? ''], weekdays] = [valuesOf('M'), valuesOf('Y'), valuesOf('W')]
  const days = [...valuesOf('D'), ...valuesOf('N').map((day) => isoDay(year, month, day))]
  if (weekdays.length > 0 && weekdays.length !== days.length) return undefined
  const isRight = (day: string | undefined, index: number) =>
    day !== undefined && Number(weekdays[index] ?? weekdayOf(day)) === weekdayOf(day)
  return days.every(isRight) ? (days as string[]) : undefined
}

/** Returns the groups of the dates of a text, each of one month; undefined if the text has anything else. */
const groupsOf = (tokens: Token[]) => {
  const kinds = tokens.map(({ kind }) => kind).join('')
  // Three days joined by dashes, as in "April 1-7-19", are not a range.
  if (kinds.includes('NRNR')) return undefined
  const style = styles.find((each) => /^G(?:[,AR]G)*$/.test(kinds.replace(each, 'G')))
  return (
    style && [...kinds.matchAll(style)].map(({ 0: { length }, index }) => tokens.slice(index, index + length))
  )
}

/**
 * Reads the dates of an event: "April 17 and 18, 2027", "April 30 – May 2, 2027", "2027-04-17". Each date has a year, or all take that of
 * the last one. Returns undefined unless the text is nothing but dates in order.
 */
export const readEventDates = (text: string): EventDates | undefined => {
  const isFrom = text.startsWith('from ')
  const words = text.replace(/^(?:from|on) /, '').match(tokenPattern) ?? []
  const tokens = words.filter((word) => word !== 'the' && word !== 'of').map(readToken)
  if (tokens.length > maxTokens || tokens.includes(undefined)) return undefined
  // A text such as "from April 17, 2027" leaves the end open.
  if (isFrom && !tokens.some((token) => token?.kind === 'R')) return undefined
  const groups = groupsOf(tokens as Token[]) ?? []
  const dated = groups.filter((group) => group.some(({ kind }) => kind === 'Y' || kind === 'D'))
  const shared = dated.length === 1 && dated[0] === groups.at(-1) ? dated[0] : undefined
  if (!shared && dated.length !== groups.length) return undefined
  const sharedYear = shared?.find(({ kind }) => kind === 'Y')?.value
  const days = groups.flatMap((group) => daysOf(group, sharedYear) ?? [''])
  const isInOrder = days.every((day, index) => index === 0 || day > (days[index - 1] ?? ''))
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  if (!firstDay || !lastDay || !isInOrder) return undefined
  return lastDay < addDays(firstDay, maxEventDays) ? { firstDay, lastDay } : undefined
}
