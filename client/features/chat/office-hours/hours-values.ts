import { z } from 'zod'
import { ownZone } from '#client/domain/time-zones.ts'
import { OfficeHours } from '#contract/chat/office-hours.ts'
import {
  describeMoment,
  isOpenAt,
  nextOpening,
  type Weekday,
  weekdays,
} from '#contract/chat/opening-times.ts'
import { isTimeZone } from '#contract/time-zones.ts'

/** The values of the form. Time fields do not know 24:00, so an end at midnight is 00:00. */
export interface HoursValues {
  isOn: boolean
  timeZone: string
  week: Record<Weekday, { from: string; until: string }[]>
  holidays: { date: string; name: string }[]
}

export const defaultDay = { from: '09:00', until: '17:00' }
const weekend: readonly Weekday[] = ['saturday', 'sunday']

const weekOf = <T>(dayOf: (weekday: Weekday) => T) =>
  Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(weekday)])) as Record<Weekday, T>

/** Converts hours to the values of the form. Without hours, these are the values that the form starts with when hours are turned on. */
export const valuesOf = (hours: OfficeHours | null): HoursValues => {
  if (!hours) {
    const week = weekOf((weekday) => (weekend.includes(weekday) ? [] : [defaultDay]))
    return { isOn: false, timeZone: ownZone(), week, holidays: [] }
  }
  const week = weekOf((weekday) =>
    hours.week[weekday].map(({ from, until }) => ({ from, until: until === '24:00' ? '00:00' : until })),
  )
  const holidays = hours.holidays.toSorted((one, other) => one.date.localeCompare(other.date))
  return { isOn: true, timeZone: hours.timeZone, week, holidays }
}

/** Converts the values of the form to hours, with the periods of each day in order; null if hours are turned off. */
export const hoursOf = ({ isOn, timeZone, week, holidays }: HoursValues): OfficeHours | null => {
  if (!isOn) return null
  const inOrder = weekOf((weekday) =>
    week[weekday]
      .map(({ from, until }) => ({ from, until: until === '00:00' ? '24:00' : until }))
      .toSorted((one, other) => one.from.localeCompare(other.from)),
  )
  return { timeZone, week: inOrder, holidays }
}

/** Checks the values by the contract. Errors in a period belong to its day, where the form shows them. */
export const HoursSchema = z.custom<HoursValues>().transform((values, context) => {
  const hours = hoursOf(values)
  const checked = OfficeHours.nullable().safeParse(hours)
  for (const { path, message } of checked.error?.issues ?? []) {
    const fieldPath = path[0] === 'week' ? path.slice(0, 2) : path
    context.issues.push({ code: 'custom', path: fieldPath, message, input: values })
  }
  return hours
})

const isComplete = ({ timeZone, week }: OfficeHours) =>
  isTimeZone(timeZone) && weekdays.every((weekday) => week[weekday].every(({ from, until }) => from && until))

/** The text that partners would see now; null while the form is incomplete. */
export const describeHours = (hours: OfficeHours | null, now: Date): string | null => {
  if (!hours) return 'Office hours are off.'
  if (!isComplete(hours)) return null
  if (isOpenAt(hours, now)) return 'The office is open now.'
  const opening = nextOpening(hours, now)
  return opening
    ? `The office is closed now. It opens on ${describeMoment(hours.timeZone, opening)}.`
    : 'The office is closed for at least a year.'
}
