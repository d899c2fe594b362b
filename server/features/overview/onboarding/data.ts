import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AdminOverview } from '#contract/overview.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerActivities, partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'

type ResponseBody = z.output<typeof AdminOverview>

const firstSigned = (documentType: string) =>
  sql`min(signed_at) filter (where document_type = ${sql.raw(`'${documentType}'`)})`

/** Counts the enabled users who could have a profile and have none. */
export const countWithoutProfile = async (db: Executor) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${users} as account where role = 'user' and disabled_at is null
      and not exists (select from ${partnerProfiles} where user_id = account.id)`)
  return rows[0]?.count ?? 0
}

// The moments at which each step begins and ends.
const steps = {
  created: ['invited', 'created'],
  confirmed: ['created', 'confirmed'],
  nda: ['confirmed', 'nda'],
  completed: ['nda', 'completed'],
} as const satisfies Record<keyof ResponseBody['stepTimes'], readonly [string, string]>

// Only partners of the last year count: older ones would hide how onboarding goes now.
const isRecent = sql`created >= now() - interval '1 year'`

const medianOf = (step: keyof typeof steps) => {
  const [from, until] = steps[step].map((moment) => sql.identifier(moment))
  // A step that was taken before the previous one, such as a signature on paper, took no time.
  const days = sql`greatest(0, date_part('epoch', ${until} - ${from}) / 86400)`
  const isKnown = sql`${from} is not null and ${until} is not null and ${isRecent}`
  return sql`${sql.raw(`'${step}'`)}, json_build_object(
    'medianDays', percentile_cont(0.5) within group (order by ${days}) filter (where ${isKnown}),
    'partners', count(*) filter (where ${isKnown}))`
}

/**
 * Returns how many partners have an agreement to sign next, and the median number of days that each step of onboarding took, from when the
 * step began and ended. Reads all partners once.
 */
export const getOnboarding = async (db: Executor) => {
  const { rows } = await db.execute<Pick<ResponseBody, 'stepTimes'> & { nda: number; contract: number }>(sql`
    with signatures as (
      select partner_id, ${firstSigned('nda')} as nda, ${firstSigned('venue_partnership_agreement')} as contract
      from ${partnerDocuments} where status = 'signed' and voided_at is null group by partner_id),
    confirmations as (
      select partner_id, min(created_at) as at from ${partnerActivities}
      where activity_type = 'profile_confirmed' group by partner_id),
    times as (
      select onboarding_status as status, account.created_at as invited, profile.created_at as created,
        -- Who creates their own profile confirms it with that.
        case when onboarding_status <> 'profile' then coalesce(confirmations.at, profile.created_at) end as confirmed,
        nda, contract,
        case when onboarding_status = 'completed' then greatest(nda, contract, confirmations.at) end as completed
      from ${partnerProfiles} as profile
      join ${users} as account on account.id = profile.user_id
      left join signatures on signatures.partner_id = profile.id
      left join confirmations on confirmations.partner_id = profile.id
      where account.erased_at is null)
    select count(*) filter (where status = 'documents' and nda is null)::int as nda,
      count(*) filter (where status = 'documents' and nda is not null and contract is null)::int as contract,
      json_build_object(${sql.join(
        Object.keys(steps).map((step) => medianOf(step as keyof typeof steps)),
        sql`, `,
      )}) as "stepTimes"
    from times`)
  if (!rows[0]) throw new Error('counting brought no row')
  return rows[0]
}
