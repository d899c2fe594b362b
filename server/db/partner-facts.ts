import { sql } from 'drizzle-orm'
import type { Executor } from './client.ts'

// A step holds a lock until it is committed, so short ones let readers in between the steps of a job.
const partnersPerStep = 250

// A reader waits for so many outdated partners. After a change of more, the job goes on, and the list follows it.
const maxForReader = 2000

/** Marks the facts of partners as outdated whose agreements have ended in the last days, since no change of a row says so. */
export const markEndedAgreements = (db: Executor) =>
  db.execute(sql`
    insert into partner_facts_due select distinct partner_id from partner_documents
    where ends_on between current_date - 3 and current_date`)

/** Brings all outdated facts up to date, in steps. */
export const refreshAllPartnerFacts = async (db: Executor) => {
  while (await refreshNextFacts(db));
}

/** Brings the facts up to date that changes have outdated, of at most as many partners as a reader waits for. */
export const refreshPartnerFacts = async (db: Executor) => {
  for (let count = 0; count < maxForReader && (await refreshNextFacts(db)); count += partnersPerStep);
}

/** Returns whether there were outdated facts. */
const refreshNextFacts = async (db: Executor) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select refresh_partner_facts(${partnersPerStep}::int) as count`,
  )
  return (rows[0]?.count ?? 0) > 0
}
