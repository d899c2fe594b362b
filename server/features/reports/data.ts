import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { type ReportMetric, reportMetrics } from '#contract/report-metrics.ts'
import type { ReportSummary } from '#contract/reports.ts'
import type { TaskType } from '#contract/task-status.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { reportEntries, reportSettings } from '#server/db/schema/reports.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { pick } from '#server/pick.ts'
import { type Period, periodBefore } from './periods.ts'

const maxFiles = 10
const maxGroups = 100
const maxCorrections = 20

/** A period with the moments at which it begins and at which it is over. */
export interface Moments {
  begin: Date
  end: Date
}

/** Returns the current day in the company's time zone, and the settings. */
export const getToday = async (db: Executor) => {
  const { rows } = await db.execute<{ today: string; timeZone: string; stalledDays: number }>(sql`
    select to_char(local_time(now(), time_zone), 'YYYY-MM-DD') as today, time_zone as "timeZone", stalled_days as "stalledDays"
    from ${reportSettings}`)
  if (!rows[0]) throw new Error('the settings of reports are missing')
  return rows[0]
}

const midnight = (day: SQL, timeZone: string) =>
  sql`extract(epoch from ${day}::timestamp at time zone ${timeZone}) * 1000`

/** Returns when periods begin and end: at midnight in a time zone, whatever its clocks do on that day. */
export const momentsOf = async (db: Executor, periods: Period[], timeZone: string): Promise<Moments[]> => {
  const { rows } = await db.execute<{ begin: number; end: number }>(sql`
    select ${midnight(sql`(period ->> 'from')`, timeZone)}::float8 as begin,
      ${midnight(sql`((period ->> 'to')::date + 1)`, timeZone)}::float8 as "end"
    from jsonb_array_elements(${JSON.stringify(periods)}::jsonb) with ordinality as asked(period, place) order by place`)
  return rows.map(({ begin, end }) => ({ begin: new Date(begin), end: new Date(end) }))
}

/** Counts what has come due since the last run of the job, so that the numbers are exact at the moment when they are read. */
export const countDue = async (db: Executor, isFinal = false) => {
  await db.execute(sql`select count_due_for_reports(${isFinal})`)
}

/** Whether an entry lies in a period; the first visit of a partner in the period stands for all visits. */
export const isIn = ({ begin, end }: Moments) => sql`at >= ${begin}::timestamptz and at < ${end}::timestamptz
  and (metric <> 'partner_active' or value is null or at - make_interval(secs => value * 86400) < ${begin}::timestamptz)`

/** 1 for an entry, -1 for one that takes another back. */
export const sign = sql`case when corrects_at is null then 1 else -1 end`

interface Counted extends Record<string, unknown> {
  metric: ReportMetric
  kind: string | null
  group: string | null
  count: number
  corrections: number
}

/** Counts the entries of a period by everything that the summary adds them up by. */
const countEntries = async (db: Executor, moments: Moments) => {
  const { rows } = await db.execute<Counted>(sql`
    select metric, case when metric like 'task%' then kind end as kind, case when metric like 'task%' then partner_group end as group,
      sum(${sign})::int as count, count(corrects_at)::int as corrections
    from ${reportEntries} where metric in ${reportMetrics} and ${isIn(moments)} group by 1, 2, 3`)
  return rows
}

const getMedians = async (db: Executor, moments: Moments) => {
  const { rows } = await db.execute<{ metric: ReportMetric; median: number }>(sql`
    select metric, percentile_cont(0.5) within group (order by value) as median from ${reportEntries}
    where metric in ('agreement_signed', 'answer') and corrects_at is null and ${isIn(moments)} group by metric`)
  return Object.fromEntries(rows.map(({ metric, median }) => [metric, median])) as Partial<
    Record<ReportMetric, number>
  >
}

const countFiles = async (db: Executor, moments: Moments) => {
  const { rows } = await db.execute<{ id: string; downloads: number; partners: number }>(sql`
    select subject_id as id, count(*)::int as downloads, count(distinct partner_id)::int as partners from ${reportEntries}
    where metric = 'download' and ${isIn(moments)} group by subject_id order by 2 desc, 1 limit ${maxFiles}`)
  return rows
}

/** Counts everything that a summary says about a period by itself. */
export const countPeriod = async (db: Executor, moments: Moments) => {
  const [rows, medians, files] = await Promise.all([
    countEntries(db, moments),
    getMedians(db, moments),
    countFiles(db, moments),
  ])
  return { rows, medians, files }
}

export type CountPeriod = (moments: Moments) => ReturnType<typeof countPeriod>

const listTitles = (db: Executor, ids: string[]) =>
  db
    .select(pick(resourceFiles, 'id', 'title'))
    .from(resourceFiles)
    .where(inArray(resourceFiles.id, ids))

const listCorrections = (db: Executor, { begin, end }: Moments) => {
  const { metric, at, correctsAt, id, partnerId } = reportEntries
  return db
    .select({
      metric,
      at,
      // The condition leaves no entry without it.
      correctsAt: sql<Date>`${correctsAt}`.mapWith(correctsAt),
      partner: pick(partnerProfiles, 'id', 'businessName'),
    })
    .from(reportEntries)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, partnerId))
    .where(and(isNotNull(correctsAt), gte(at, begin), lt(at, end)))
    .orderBy(desc(at), desc(id))
    .limit(maxCorrections)
}

const total = (rows: Counted[], metric: ReportMetric, of: 'count' | 'corrections' = 'count') =>
  rows.reduce((sum, row) => (row.metric === metric ? sum + row[of] : sum), 0)

/** Adds up the tasks by their type or by the group of their partner, those with the most tasks first. */
const tasksBy = (rows: Counted[], name: 'kind' | 'group') => {
  const tasks = Map.groupBy(
    rows.filter(({ metric }) => metric.startsWith('task')),
    (row) => row[name],
  )
  return [...tasks]
    .map(([key, of]) => ({
      key,
      given: total(of, 'task_given'),
      done: total(of, 'task_done'),
      late: total(of, 'task_late'),
    }))
    .toSorted((one, other) => other.given - one.given || other.done - one.done || other.late - one.late)
}

/**
 * Returns the numbers of a period and of the one before.
 * @param count counts a period, or remembers its numbers
 */
export const getSummary = async (
  db: Executor,
  count: CountPeriod,
  period: Period,
  { today, timeZone, stalledDays }: Awaited<ReturnType<typeof getToday>>,
) => {
  const before = periodBefore(period)
  const [now, then] = await momentsOf(db, [period, before], timeZone)
  if (!now || !then) throw new Error('the periods have no moments')
  const [counted, previous, corrections] = await Promise.all([
    count(now),
    count(then),
    listCorrections(db, now),
  ])
  const { rows, medians, files } = counted
  const titles = await listTitles(
    db,
    files.map(({ id }) => id),
  )
  const medianOf = (metric: ReportMetric) => ({
    value: medians[metric] ?? null,
    previous: previous.medians[metric] ?? null,
  })
  const numbers = reportMetrics.map((metric) => [
    metric,
    {
      count: total(rows, metric),
      previous: total(previous.rows, metric),
      corrections: total(rows, metric, 'corrections'),
    },
  ])
  return {
    ...period,
    ...{ previousFrom: before.from, previousTo: before.to },
    isOpen: period.to >= today,
    ...{ timeZone, stalledDays, corrections },
    numbers: Object.fromEntries(numbers) as ReportSummary['numbers'],
    signingDays: medianOf('agreement_signed'),
    answerSeconds: medianOf('answer'),
    tasksByType: tasksBy(rows, 'kind').map(({ key, ...counts }) => ({ type: key as TaskType, ...counts })),
    tasksByGroup: tasksBy(rows, 'group')
      .slice(0, maxGroups)
      .map(({ key, ...counts }) => ({ group: key, ...counts })),
    files: files.map((file) => ({ ...file, title: titles.find(({ id }) => id === file.id)?.title ?? null })),
  }
}
