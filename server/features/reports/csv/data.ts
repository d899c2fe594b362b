import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type ReportFile, reportFiles } from '#contract/report-metrics.ts'
import { isInAudience } from '#server/db/audience.ts'
import { reportEntries } from '#server/db/schema/reports.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { isIn, type Moments, sign } from '../data.ts'

const dialect = new PgDialect()

const local = (moment: SQL, timeZone: string) =>
  sql`to_char(local_time(${moment}, ${timeZone}), 'YYYY-MM-DD HH24:MI')`

const partner = sql`profile.business_name, profile.full_name, profile.id`
const partnerHeading = ['Business', 'Partner', 'Partner ID']

interface ReportColumns {
  /** The name of what the entries are about, and the table that has it as `subject`. */
  item?: { heading: string; name: SQL; table: SQL }
  kind?: SQL
  value?: { heading: string; of: SQL }
}

const columnsOf: Record<ReportFile, ReportColumns> = {
  partners: {},
  agreements: {
    kind: agreementName(sql`entry.kind`),
    value: {
      heading: 'Days until signed',
      of: sql`round(case when entry.metric = 'agreement_signed' then entry.value end::numeric, 1)`,
    },
  },
  tasks: {
    item: { heading: 'Task', name: sql`subject.task_name`, table: sql`partner_tasks` },
    kind: sql`entry.kind`,
  },
  activations: { item: { heading: 'Activation', name: sql`subject.name`, table: sql`partner_activations` } },
  downloads: { item: { heading: 'File', name: sql`subject.title`, table: sql`resource_files` } },
  answers: { value: { heading: 'Minutes waited', of: sql`round((entry.value / 60)::numeric, 1)` } },
}

/** The words for each kind of entry. */
const labels = sql`case entry.metric ${sql.join(
  Object.entries({
    partner_new: 'New',
    partner_active: 'Active',
    partner_stalled: 'Stalled',
    partner_lost: 'Lost',
    agreement_sent: 'Sent',
    agreement_signed: 'Signed',
    task_given: 'Given',
    task_done: 'Done',
    task_late: 'Late',
    activation: 'Took place',
    download: 'Downloaded',
    answer: 'Answered',
  }).map(([metric, label]) => sql.raw(`when '${metric}' then '${label}'`)),
  sql` `,
)} end`

/** Returns the heading and the statement of the rows behind the numbers of a report. Their counts add up to the numbers. */
export const reportRows = (report: ReportFile, moments: Moments, timeZone: string) => {
  const { item, kind, value }: ReportColumns = columnsOf[report]
  const rows = sql`
    select ${local(sql`entry.at`, timeZone)}, ${labels}, ${sign}, ${local(sql`entry.corrects_at`, timeZone)}
      ${item ? sql`, ${item.name}` : sql``} ${kind ? sql`, ${kind}` : sql``} ${value ? sql`, ${value.of}` : sql``},
      entry.partner_group, ${partner}
    from (select * from ${reportEntries} where metric in ${reportFiles[report]} and ${isIn(moments)}) entry
    left join partner_profiles profile on profile.id = entry.partner_id
    ${item ? sql`left join ${item.table} subject on subject.id = entry.subject_id` : sql``}
    order by entry.at, entry.id`
  const heading = [
    ...['Time', 'What', 'Count', 'Takes back'],
    ...(item ? [item.heading] : []),
    ...(kind ? ['Type'] : []),
    ...(value ? [value.heading] : []),
    ...['Group', ...partnerHeading],
  ]
  return { heading, query: dialect.sqlToQuery(rows) }
}

/** Returns the heading and the statement of the files that partners could download and have not, up to the end of a period. */
export const notDownloadedRows = ({ end }: Moments) => ({
  heading: ['File', 'Group', ...partnerHeading],
  query: dialect.sqlToQuery(sql`
    select file.title, account.partner_group, ${partner}
    from resource_files file
    join partner_profiles profile on profile.onboarding_status = 'completed'
    join users account on account.id = profile.user_id and account.disabled_at is null
    where file.is_active and file.created_at < ${end}::timestamptz
      and ${isInAudience(
        sql`select chosen.id, unnest(chosen.audience) from resource_files chosen where chosen.is_active`,
        sql`file.id`,
      )}
      and not exists (
        select from ${reportEntries} entry
        where entry.subject_id = file.id and entry.metric = 'download' and entry.partner_id = profile.id and entry.at < ${end}::timestamptz)
    order by file.title, file.id, profile.business_name, profile.id`),
})
