import { OfficeHours } from '#contract/chat/office-hours.ts'
import { weekdays } from '#contract/chat/opening-times.ts'

const dayOf = (name: string | undefined) =>
  weekdays.findIndex((weekday) => name !== undefined && weekday.startsWith(name.toLowerCase()))

/** Parses the setting of an operator, such as `Mon-Fri 09:00-17:00, Sat 10:00-14:00`. Returns null when it is not valid. */
export const readOfficeHours = (text: string, timeZone: string): OfficeHours | null => {
  const week = Object.fromEntries(
    weekdays.map((weekday) => [weekday, [] as { from: string; until: string }[]]),
  )
  for (const part of text.split(',')) {
    const match = /^(\w{3,9})(?:-(\w{3,9}))? (\d?\d:\d\d)-(\d?\d:\d\d)$/.exec(part.trim())
    const [first, last] = [dayOf(match?.[1]), dayOf(match?.[2] ?? match?.[1])]
    if (!match || first < 0 || last < first) return null
    const [from, until] = [match[3], match[4]].map((time = '') => time.padStart(5, '0'))
    for (const weekday of weekdays.slice(first, last + 1))
      week[weekday]?.push({ from: from ?? '', until: until ?? '' })
  }
  const read = OfficeHours.safeParse({ timeZone, week, holidays: [] })
  return read.success ? read.data : null
}
