import { z } from 'zod'
import { daysBetween } from './calendar-days.ts'
import { endpoint } from './endpoint.ts'
import { calendarDay, id, idParams, isoDate, timeZone } from './fields.ts'
import { rowPartner } from './overview.ts'
import { TaskStatus } from './tasks.ts'

/** The maximum number of days in a response. */
export const maxCalendarDays = 62
/** The maximum number of entries of a day in a response. */
export const maxDayEntries = 20

/** `planned` is a task that a recurring task has not created yet. */
export const calendarKinds = ['activation', 'task', 'task-definition', 'planned', 'obligation'] as const
export type CalendarKind = (typeof calendarKinds)[number]

export const CalendarEntry = z.strictObject({
  kind: z.enum(calendarKinds),
  /** The id of the activation, the task, the task for several partners, the recurring task, or the obligation. */
  id,
  name: z.string(),
  /** When the activation starts or the task is due. An obligation is due on a day at its place, of which this is noon or its time. */
  at: isoDate,
  /** The end of an activation, and after it the time zone and place of an activation. */
  endsAt: isoDate.nullable(),
  timeZone: z.string().nullable(),
  place: z.string().nullable(),
  /** The status of a task. */
  status: TaskStatus.nullable(),
  /** The partner, for staff and for people of several partners; null for what is for several partners. */
  partner: rowPartner.nullable(),
  /** The activation that an obligation belongs to, or else its agreement, which open it. */
  opens: z.strictObject({ type: z.enum(['activation', 'agreement']), id }).nullable(),
  /** How many partners have a task for several partners, and how many have completed it. */
  progress: z.strictObject({ partners: z.int(), completed: z.int() }).nullable(),
})
export type CalendarEntry = z.input<typeof CalendarEntry>

export const CalendarDay = z.strictObject({
  /** The day in the time zone of the query, `YYYY-MM-DD`. */
  day: z.string(),
  /** The first entries of the day, ordered by time. An activation of several days is in each of them. */
  entries: z.array(CalendarEntry),
  /** The number of further entries of the day. */
  more: z.int(),
})
export type CalendarDay = z.input<typeof CalendarDay>

export const getCalendar = endpoint('GET', '/api/calendar', {
  access: 'signed-in',
  byToken: true,
  summary:
    'The activations, the due dates of the tasks and what agreements ask of all partners that the caller belongs to, day by day; for staff, those of one partner or of all; 404 for a partner that does not exist or that the caller does not belong to',
  query: z
    .strictObject({
      /** The first day, `YYYY-MM-DD`; `to` is the last. */
      from: calendarDay,
      to: calendarDay,
      /** The time zone of the days; UTC if it is left out. */
      timeZone: timeZone.optional(),
      partnerId: id.optional(),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Enter a day on or after the first one' })
    .refine(({ from, to }) => daysBetween(from, to) < maxCalendarDays, {
      path: ['to'],
      error: `Choose at most ${maxCalendarDays} days`,
    }),
  responses: {
    /** The days that have entries. */
    200: z.strictObject({ days: z.array(CalendarDay) }),
  },
})

/** Pages link to this address. */
export const getTaskCalendar = endpoint('GET', '/api/tasks/:id/calendar', {
  access: 'signed-in',
  byToken: true,
  summary: "A task's due date as a calendar file (.ics), which updates the entry from an earlier file",
  params: idParams,
  responses: {},
})

/** The private address of a user's calendar. Anyone who knows the address can read the calendar. */
export const CalendarFeed = z.strictObject({ url: z.string(), createdAt: isoDate })
export type CalendarFeed = z.input<typeof CalendarFeed>

export const getCalendarFeed = endpoint('GET', '/api/calendar/feed', {
  access: 'signed-in',
  summary:
    "The private address of the caller's calendar, null until it is created; 403 while viewing as a partner",
  responses: { 200: z.strictObject({ feed: CalendarFeed.nullable() }) },
})

/** Requires a step-up, so that somebody at a computer that was left unattended cannot get a lasting address. */
export const createCalendarFeed = endpoint('POST', '/api/calendar/feed', {
  access: 'signed-in',
  stepUp: 'old-session',
  summary: "Creates or replaces the address of the caller's calendar; the previous one stops working at once",
  responses: { 200: z.strictObject({ feed: CalendarFeed }) },
})

export const removeCalendarFeed = endpoint('DELETE', '/api/calendar/feed', {
  access: 'signed-in',
  summary: "Removes the address of the caller's calendar",
  responses: { 204: z.void() },
})

/** Calendar programs do not sign in: the token in the address grants access. */
export const readCalendarFeed = endpoint('GET', '/calendar/:token.ics', {
  access: 'anyone',
  summary:
    "A user's calendar as a file (.ics) to subscribe to; 404 for an address that is not in use, 304 for a known ETag",
  params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
  responses: {},
})
