import { eq, sql } from 'drizzle-orm'
import type { ReportSettings } from '#contract/reports.ts'
import type { Executor } from '#server/db/client.ts'
import { reportSettings } from '#server/db/schema/reports.ts'
import { pick } from '#server/pick.ts'

const columns = pick(reportSettings, 'timeZone', 'stalledDays', 'updatedAt')

const only = <Row>([row]: Row[]) => {
  if (!row) throw new Error('the settings of reports are missing')
  return row
}

export const getReportSettings = async (db: Executor) => only(await db.select(columns).from(reportSettings))

/** Returns the settings, locked until the transaction ends. */
export const lockReportSettings = async (db: Executor) => {
  // The job counts under this lock and then changes the row, so the lock comes first here, too.
  await db.execute(sql`select pg_advisory_xact_lock(1204914)`)
  return only(await db.select(columns).from(reportSettings).for('update'))
}

/** Stores the settings, and counts the partners who are stalled by the new number of days. */
export const saveReportSettings = async (db: Executor, settings: ReportSettings) => {
  const saved = await db
    .update(reportSettings)
    .set({ ...settings, updatedAt: sql`clock_timestamp()`, countedUntil: null })
    .where(eq(reportSettings.id, 1))
    .returning(columns)
  await db.execute(sql`select count_due_for_reports(true)`)
  return only(saved)
}
