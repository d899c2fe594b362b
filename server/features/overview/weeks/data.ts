import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'

const weeks = 12

/** The count of the rows whose column lies in the week: one range of an index each. */
const countOf = (table: SQL, column: SQL, condition: SQL) =>
  sql`(select count(*)::int from ${table} where ${column} >= week and ${column} < week + interval '7 days' and ${condition})`

const signed = (documentType: SQL) =>
  countOf(
    sql`${partnerDocuments}`,
    sql`signed_at`,
    sql`document_type = ${documentType} and voided_at is null`,
  )

// Written out, as the partial index has it: a parameter would hide that it is the same.
const isPartnerSignIn = sql`action = 'session.signed_in' and actor_role = 'user'`

// Downloads of deleted users have no user any more: only partners can be deleted.
const isByPartner = sql`(user_id is null or user_id not in (select id from ${users} where role in ('support', 'admin')))`

interface Week {
  nda: number
  venue_partnership_agreement: number
  signIns: number | null
  downloads: number
}

/**
 * What happened in each of the last weeks, the oldest first, those without anything as well.
 * @param signInEventDays for how long sign-ins are kept: a week that began before is not counted in part
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
