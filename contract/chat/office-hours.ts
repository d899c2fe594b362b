import { z } from 'zod'
import { isInDateRange, outsideDateRange } from '../date-range.ts'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, isoDate, requiredText, timeZone } from '../fields.ts'
import { limits } from '../limits.ts'
import { weekdays } from './opening-times.ts'

// Times have a fixed format, so that they can be compared as strings.
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time, for example, 09:00')

const Period = z.strictObject({ from: time, until: time }).refine(({ from, until }) => from < until, {
  error: 'The end must be after the start',
  path: ['until'],
})

const maxPeriods = 4
const maxHolidays = 200

/** The periods of a day, in order and without overlaps. */
const day = z
  .array(Period)
  .max(maxPeriods, `Enter at most ${maxPeriods} periods a day`)
  .refine(
    (periods) => periods.every(({ from }, index) => from >= (periods[index - 1]?.until ?? '00:00')),
    'These times overlap or are out of order',
  )

const week = z.strictObject(
  Object.fromEntries(weekdays.map((weekday) => [weekday, day])) as Record<
    (typeof weekdays)[number],
    typeof day
  >,
)

const Holiday = z.strictObject({
  date: z.iso.date('Enter a date, for example, 2026-12-25').refine(isInDateRange, outsideDateRange),
  name: requiredText(limits.name, 'A name is required'),
})

/** When the team is available, in the team's own time zone. */
export const OfficeHours = z.strictObject({
  timeZone,
  week,
  /** Days on which the office is closed. */
  holidays: z
    .array(Holiday)
    .max(maxHolidays, `Enter at most ${maxHolidays} holidays`)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'List each holiday once'),
})
export type OfficeHours = z.output<typeof OfficeHours>

const SavedOfficeHours = z.strictObject({
  /** The hours; null if office hours are off, so that partners see none. */
  hours: OfficeHours.extend({
    holidays: z.array(z.strictObject({ date: z.string(), name: z.string() })),
  }).nullable(),
  /** When the hours were saved; null for the hours of the server's setting. */
  updatedAt: isoDate.nullable(),
})

export const getOfficeHours = endpoint('GET', '/api/office-hours', {
  access: 'staff',
  byToken: true,
  summary: 'The office hours of the team',
  responses: { 200: SavedOfficeHours },
})

export const setOfficeHours = endpoint('PUT', '/api/office-hours', {
  access: 'admin',
  stepUp: true,
  summary:
    'Sets the office hours of the team, or turns them off with null; 409 when someone else has changed them since',
  body: z.strictObject({ hours: OfficeHours.nullable(), ...expectedUpdatedAt }),
  responses: { 200: SavedOfficeHours },
})
