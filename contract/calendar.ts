import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDay, id, idParams, isoDate, timeZone } from './fields.ts'
import { rowPartner } from './overview.ts'
import { TaskStatus } from './tasks.ts'

/** The longest time that an answer covers, in days. */
export const maxCalendarDays = 62
/** How many entries of a day are in an answer. */
export const maxDayEntries = 20

/** A `planned` one is of a recurring task that has not been created yet. */
export const calendarKinds = ['activation', 'task', 'task-definition', 'planned'] as const
export type CalendarKind = (typeof calendarKinds)[number]

export const CalendarEntry = z.strictObject({
  kind: z.enum(calendarKinds),
  /** Of the activation, the task, the task for several partners, or the recurring task. */
  id,
  name: z.string(),
  /** When it starts or is due. */
  at: isoDate,
  /** Of an activation, as the next two. */
  endsAt: isoDate.nullable(),
  timeZone: z.string().nullable(),
  place: z.string().nullable(),
  /** Of a task. */
  status: TaskStatus.nullable(),
  /** Whose it is, for staff; null for what is for several. */
  partner: rowPartner.nullable(),
  /** How many partners have a task for several, and have completed it. */
  progress: z.strictObject({ partners: z.int(), completed: z.int() }).nullable(),
})
export type CalendarEntry = z.input<typeof CalendarEntry>

export const CalendarDay = z.strictObject({
  /** In the time zone of the query, `YYYY-MM-DD`. */
  day: z.string(),
  /** Its first ones, in the order of their times. An activation of several days is in each of them. */
  entries: z.array(CalendarEntry),
  /** How many it has beyond these. */
  more: z.int(),
})
export type CalendarDay = z.input<typeof CalendarDay>

const dayMs = 24 * 60 * 60 * 1000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

export const getCalendar = endpoint('GET', '/api/calendar', {
  access: 'signed-in',
  byToken: true,
  summary:
    "The caller's activations and the due dates of their tasks, day by day; for staff those of one partner or of all, 404 for a partner that does not exist or is not the caller",
  query: z
    .strictObject({
      /** The first day and the last, `YYYY-MM-DD`. */
      from: calendarDay,
      to: calendarDay,
      /** Where the days are; UTC where it is left out. */
      timeZone: timeZone.optional(),
      partnerId: id.optional(),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Enter a day that is not before the first' })
    .refine(({ from, to }) => daysBetween(from, to) < maxCalendarDays, {
      path: ['to'],
      error: `Choose at most ${maxCalendarDays} days`,
    }),
  answers: {
    /** Days without an entry are left out. */
    200: z.strictObject({ days: z.array(CalendarDay) }),
  },
})

/** A link of the page leads here. */
export const getTaskCalendar = endpoint('GET', '/api/tasks/:id/calendar', {
  access: 'signed-in',
  byToken: true,
  summary:
    "A task's due date as a calendar file (.ics), which updates the entry that an earlier one has made",
  params: idParams,
  answers: {},
})

/** The private address of a user's calendar. Whoever knows it can read the calendar. */
export const CalendarFeed = z.strictObject({ url: z.string(), createdAt: isoDate })
export type CalendarFeed = z.input<typeof CalendarFeed>

export const getCalendarFeed = endpoint('GET', '/api/calendar/feed', {
  access: 'signed-in',
  summary:
    "The private address of the caller's calendar, null until it is created; 403 while viewing as a partner",
  answers: { 200: z.strictObject({ feed: CalendarFeed.nullable() }) },
})

/** Someone at a computer that was left alone should not take a lasting address along. */
export const createCalendarFeed = endpoint('POST', '/api/calendar/feed', {
  access: 'signed-in',
  stepUp: 'old-session',
  summary:
    "Creates the address of the caller's calendar, or exchanges it: the former one stops working at once",
  answers: { 200: z.strictObject({ feed: CalendarFeed }) },
})

export const removeCalendarFeed = endpoint('DELETE', '/api/calendar/feed', {
  access: 'signed-in',
  summary: "Removes the address of the caller's calendar",
  answers: { 204: z.void() },
})

/** For calendar programs, which do not sign in: the token is what they know. */
export const readCalendarFeed = endpoint('GET', '/calendar/:token.ics', {
  access: 'anyone',
  summary:
    'The calendar of a user as a file (.ics) to subscribe to; 404 for an address that is not in use, 304 to a known ETag',
  params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/) }),
  answers: {},
})
