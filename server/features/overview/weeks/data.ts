import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { isInState } from '#server/features/documents/states/data.ts'

const weeks = 12

/** Counts the rows whose column lies in the week, each time by a range scan of an index. */
const countOf = (table: SQL, column: SQL, condition: SQL) =>
  sql`(select count(*)::int from ${table} where ${column} >= week and ${column} < week + interval '7 days' and ${condition})`

const signed = (documentType: SQL) =>
  countOf(
    sql`${partnerDocuments}`,
    sql`signed_at`,
    sql`document_type = ${documentType} and ${isInState.signed(sql`partner_documents`)}`,
  )

// The condition is written out as in the partial index: with a parameter, PostgreSQL would not recognize that it is the same.
const isPartnerSignIn = sql`action = 'session.signed_in' and actor_role = 'user'`

// Downloads of deleted users have no user id. They count as downloads by partners, since only partners can be deleted.
const isByPartner = sql`(user_id is null or user_id not in (select id from ${users} where role in ('support', 'admin')))`

interface Week {
  nda: number
  venue_partnership_agreement: number
  signIns: number | null
  downloads: number
}

/**
 * Returns what happened in each of the last weeks, the oldest first, including weeks without any events.
 * @param signInEventDays for how long sign-ins are kept; in a week that began earlier, the number of sign-ins is null
 */
export const countByWeek = async (db: Executor, signInEventDays: number) => {
  const { rows } = await db.execute<{ start: number } & Record<keyof Week, number>>(sql`
    with weeks as (
      select (date_trunc('week', now() at time zone 'utc') - back * interval '7 days') at time zone 'utc' as week
      from generate_series(0, ${weeks - 1}) as back)
    select (extract(epoch from week) * 1000)::float8 as start,
      ${signed(sql`'nda'`)} as nda,
      ${signed(sql`'venue_partnership_agreement'`)} as venue_partnership_agreement,
      ${countOf(sql`${resourceDownloads}`, sql`downloaded_at`, isByPartner)} as downloads,
      case when week >= now() - make_interval(days => ${signInEventDays}::int)
        then ${countOf(sql`${auditLog}`, sql`at`, isPartnerSignIn)} end as "signIns"
    from weeks order by week`)
  return rows.map(({ start, ...counts }): Week & { week: Date } => ({ week: new Date(start), ...counts }))
}
