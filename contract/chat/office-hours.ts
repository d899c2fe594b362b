import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, isoDate, limits, requiredText } from '../fields.ts'
import { isTimeZone, minutesOf, weekdays } from './opening-times.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'A time such as 09:00')

const Period = z
  .strictObject({ from: time, until: time })
  .refine(({ from, until }) => minutesOf(from) < minutesOf(until), {
    error: 'The end must be after the beginning',
    path: ['until'],
  })

const mostPeriods = 4
const mostHolidays = 200

/** In their order, none reaching into the next. */
const day = z
  .array(Period)
  .max(mostPeriods, `At most ${mostPeriods} times a day`)
  .refine(
    (periods) =>
      periods.every(({ from }, index) => minutesOf(from) >= minutesOf(periods[index - 1]?.until ?? '00:00')),
    'Times must follow each other',
  )

const week = z.strictObject(
  Object.fromEntries(weekdays.map((weekday) => [weekday, day])) as Record<
    (typeof weekdays)[number],
    typeof day
  >,
)

const Holiday = z.strictObject({
  date: z.iso.date('A date such as 2026-12-25'),
  name: requiredText(limits.name, 'A name is required'),
})

/** When the team is there, by the clocks of its own time zone. */
export const OfficeHours = z.strictObject({
  /** As the IANA names it, such as America/New_York. */
  timeZone: z.string().max(limits.group).refine(isTimeZone, 'A time zone such as America/New_York'),
  week,
  /** Days on which nobody is there at all. */
  holidays: z
    .array(Holiday)
    .max(mostHolidays, `At most ${mostHolidays} holidays`)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'A day is there twice'),
})
export type OfficeHours = z.output<typeof OfficeHours>

const Kept = z.strictObject({
  /** Null where none are known: then partners are told of none. */
  hours: OfficeHours.nullable(),
  /** Null for those of the server's setting. */
  updatedAt: isoDate.nullable(),
})

export const getOfficeHours = endpoint({
  method: 'GET',
  path: '/api/office-hours',
  access: 'staff',
  summary: 'When the team is there',
  answers: { 200: Kept },
})

export const setOfficeHours = endpoint({
  method: 'PUT',
  path: '/api/office-hours',
  access: 'admin',
  summary: 'Says when the team is there; with null, partners are told of no hours',
  body: z.strictObject({ hours: OfficeHours.nullable(), ...expectedUpdatedAt }),
  answers: { 200: Kept },
})
