import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDay, expectedUpdatedAt, id, isoDate, timeZone } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { paging } from './paging.ts'
import {
  eventGroupingLabels,
  type ReportMetric,
  reportFiles,
  reportMetrics,
  reportPeriods,
} from './report-metrics.ts'
import { TaskType } from './tasks.ts'

const maxDays = 5 * 366
const dayMs = 86_400_000

const periodFields = z.strictObject({
  period: z.enum(reportPeriods).optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
})

/** Adds the rules of a period to a query that has its fields. */
const withPeriodRules = <Query extends z.ZodType<z.output<typeof periodFields>>>(query: Query) =>
  query
    .refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      error: 'Enter the first and the last day',
    })
    .refine(({ period: name, from }) => !name || !from, {
      path: ['period'],
      error: 'Choose a period or days',
    })
    .refine(({ from = '', to = '' }) => from <= to, {
      path: ['to'],
      error: 'Enter a day on or after the first one',
    })
    .refine(({ from, to }) => !from || !to || Date.parse(to) - Date.parse(from) < maxDays * dayMs, {
      path: ['to'],
      error: 'Choose at most five years',
    })

/** A period by its name, or by its first and last day in the company's time zone; this month if nothing is given. */
const period = withPeriodRules(periodFields)
export type ReportQuery = z.output<typeof period>

const count = z.int()

/** A number of the period, and the same number of the period before. */
const ReportNumber = z.strictObject({
  /** How often it happened, less what was taken back in the period. */
  count,
  previous: count,
  /** How often something that had counted, in this period or an earlier one, was taken back in this period. */
  corrections: count,
})

const median = z.strictObject({
  /** The median; null if there is nothing to measure. */
  value: z.number().nullable(),
  previous: z.number().nullable(),
})

const taskCounts = { given: count, done: count, late: count }

export const ReportSummary = z.strictObject({
  /** The first and the last day of the period, `YYYY-MM-DD`, and those of the period before. */
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  /** Whether the last day is not over yet in `timeZone`. */
  isOpen: z.boolean(),
  timeZone: z.string(),
  stalledDays: count,
  numbers: z.strictObject(
    Object.fromEntries(reportMetrics.map((metric) => [metric, ReportNumber])) as Record<
      ReportMetric,
      typeof ReportNumber
    >,
  ),
  /** The days from sending an agreement until its signature. */
  signingDays: median,
  /** The seconds for which a partner waited for an answer. */
  answerSeconds: median,
  tasksByType: z.array(z.strictObject({ type: TaskType, ...taskCounts })),
  /** The tasks by the group that the partner was in; null for none. */
  tasksByGroup: z.array(z.strictObject({ group: z.string().nullable(), ...taskCounts })),
  /** The files that partners downloaded most; the title is null once the file is deleted. */
  files: z.array(z.strictObject({ id, title: z.string().nullable(), downloads: count, partners: count })),
  /** The last corrections made in the period, latest first. */
  corrections: z.array(
    z.strictObject({
      metric: z.enum(reportMetrics),
      at: isoDate,
      /** When it had counted. */
      correctsAt: isoDate,
      /** The partner; null once erased. */
      partner: z.strictObject({ id, businessName: z.string() }).nullable(),
    }),
  ),
})
export type ReportSummary = z.output<typeof ReportSummary>

export const getReportSummary = endpoint('GET', '/api/admin/reports/summary', {
  access: 'staff',
  byToken: true,
  summary: 'What happened in a period, beside the period before',
  query: period,
  responses: { 200: ReportSummary },
})

/** What came of activations. A canceled one counts nowhere else; a planned one has not taken place yet. */
const EventCounts = z.strictObject({
  planned: count,
  done: count,
  canceled: count,
  /** How many of those that took place have a recap. */
  recaps: count,
  guests: count,
  signUps: count,
  /** What they cost, by currency; `signUps` are those of the activations with a cost. */
  costs: z.array(z.strictObject({ currency: z.string(), cents: count, signUps: count })),
})
export type EventCounts = z.input<typeof EventCounts>

const ReportedEvent = z.strictObject({
  id,
  name: z.string(),
  activationDate: isoDate,
  timeZone: z.string().nullable(),
  partner: z.strictObject({ id, businessName: z.string() }),
  guests: count.nullable(),
  signUps: count.nullable(),
})

export const getEventReport = endpoint('GET', '/api/admin/reports/events/summary', {
  access: 'staff',
  byToken: true,
  summary:
    'What came of the activations of a period, beside the period before: the best of them, and those without a recap',
  query: period,
  responses: {
    200: z.strictObject({
      total: EventCounts,
      previous: EventCounts,
      /** The activations with the most sign-ups. */
      best: z.array(ReportedEvent),
      /** How many that took place have no recap, and the latest of them. */
      missingRecaps: count,
      withoutRecap: z.array(ReportedEvent),
    }),
  },
})

export const listEventGroups = endpoint('GET', '/api/admin/reports/events', {
  access: 'staff',
  byToken: true,
  summary:
    'What came of the activations of a period, by the group of their partner, by plan or by partner, most sign-ups first',
  query: withPeriodRules(
    periodFields.extend({ by: z.enum(keysOf(eventGroupingLabels)).default('group'), ...paging }),
  ),
  responses: {
    // The id is that of the plan or the partner, or the name of the group; the name is null for those without a group or plan.
    200: z.array(EventCounts.extend({ id: z.string(), name: z.string().nullable() })),
  },
})

export const exportReport = endpoint('GET', '/api/admin/reports/:report/csv', {
  access: 'staff',
  cost: 'export',
  stepUp: true,
  summary:
    'What is behind the numbers of a report as a CSV file; `not-downloaded` lists the files that partners have not downloaded by the end of the period',
  params: z.strictObject({ report: z.enum([...keysOf(reportFiles), 'not-downloaded']) }),
  query: period,
  responses: {},
})

export const ReportSettings = z.strictObject({
  timeZone,
  stalledDays: z
    .int('Enter a number of days')
    .min(1, 'Enter at least 1 day')
    .max(365, 'Enter at most 365 days'),
})
export type ReportSettings = z.output<typeof ReportSettings>

const SavedReportSettings = z.strictObject({
  /** The time zone whose days reports count. */
  timeZone: z.string(),
  /** After how many days in onboarding a partner counts as stalled. */
  stalledDays: count,
  /** When the settings were last changed; null if they never were. */
  updatedAt: isoDate.nullable(),
})

export const getReportSettings = endpoint('GET', '/api/admin/reports/settings', {
  access: 'staff',
  byToken: true,
  summary: 'The time zone of the company, and after how many days in onboarding a partner counts as stalled',
  responses: { 200: SavedReportSettings },
})

export const setReportSettings = endpoint('PUT', '/api/admin/reports/settings', {
  access: 'admin',
  stepUp: true,
  summary:
    'Sets the time zone of the company, and after how many days in onboarding a partner counts as stalled; 409 when someone else has changed them since',
  body: ReportSettings.extend(expectedUpdatedAt),
  responses: { 200: SavedReportSettings },
})
