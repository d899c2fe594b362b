import { sql } from 'drizzle-orm'
import type { Executor } from './client.ts'

// A reader waits for so many outdated partners. After a change of more, the job goes on, and the list follows it.
const maxRefreshed = 2000

/** Marks the facts of partners as outdated whose agreements have ended in the last days, since no change of a row says so. */
export const markEndedAgreements = (db: Executor) =>
  db.execute(sql`
    insert into partner_facts_due select distinct partner_id from partner_documents
    where ends_on between current_date - 3 and current_date`)

/** Brings all outdated facts up to date, in steps. */
export const refreshAllPartnerFacts = async (db: Executor) => {
  while ((await refreshPartnerFacts(db)) > 0);
}

/** Brings the facts up to date that changes have outdated, of at most `most` partners. Returns their number. */
export const refreshPartnerFacts = async (db: Executor, most = maxRefreshed) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select refresh_partner_facts(${most}::int) as count`,
  )
  return rows[0]?.count ?? 0
}
