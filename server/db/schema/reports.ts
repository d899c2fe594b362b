import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  doublePrecision,
  index,
  pgTable,
  smallint,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { defaultCompanyZone, defaultStalledDays, reportMetrics } from '#contract/report-metrics.ts'
import { enumCheck, timestamptz } from './columns.ts'

/**
 * The ledger of reports: an entry for each time that something happened, at the time when it did. Triggers add the entries, and nothing removes
 * them: what is voided, sent back or erased later adds an entry that takes the earlier one back. So a period that is over keeps its numbers.
 */
export const reportEntries = pgTable(
  'report_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    metric: varchar({ length: 20, enum: reportMetrics }).notNull(),
    at: timestamptz().notNull(),
    /** The partner, agreement, task, activation, file or message. No foreign key, since the entry remains without it. */
    subjectId: uuid().notNull(),
    /** The partner; null for a user without one. An erased partner is replaced by a random id. */
    partnerId: uuid(),
    /** The group of the partner at that time. */
    partnerGroup: varchar({ length: limits.group }),
    /** The type of the agreement or task; null otherwise. */
    kind: varchar({ length: limits.documentType }),
    /**
     * How long it took: the days until a signature, the seconds until an answer, and for an active partner the days since the partner was
     * active before, null for the first time.
     */
    value: doublePrecision(),
    /** The time of the entry that this one takes back; null for all others. */
    correctsAt: timestamptz(),
  },
  (table) => [
    index('report_entries_period').on(
      table.metric,
      table.at,
      table.kind,
      table.partnerGroup,
      table.value,
      table.correctsAt,
    ),
    index('report_entries_subject').on(table.subjectId, table.metric, table.id),
    index('report_entries_partner').on(table.partnerId),
    index('report_entries_corrections').on(table.at, table.id).where(sql`${table.correctsAt} is not null`),
    enumCheck('report_entries_metric_known', table.metric, reportMetrics),
  ],
)

/** The settings of reports, and how far they have been counted, in one row that the migration adds. */
export const reportSettings = pgTable(
  'report_settings',
  {
    id: smallint().primaryKey().default(1),
    /** The time zone whose days the reports count. */
    timeZone: varchar({ length: limits.timeZone }).notNull().default(defaultCompanyZone),
    /** After how many days in onboarding a partner counts as stalled. */
    stalledDays: smallint().notNull().default(defaultStalledDays),
    /** When an admin last changed the settings; null if none has. */
    updatedAt: timestamptz(),
    /** The time up to which what has come due is counted, such as late tasks; null for nothing. */
    countedUntil: timestamptz(),
    /** The first day of the last month whose report was emailed. */
    emailedMonth: date({ mode: 'string' }),
  },
  (table) => [
    check('report_settings_one', sql`${table.id} = 1`),
    check('report_settings_days', sql`${table.stalledDays} between 1 and 365`),
  ],
)
