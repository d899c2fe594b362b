import { sql } from 'drizzle-orm'
import type { Audience } from '#contract/audience.ts'
import type { ReachKind } from '#contract/audience-reach.ts'
import type { LeftOutReason } from '#contract/bulk-kinds.ts'
import { switchOfKind } from '#contract/notifications/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { isNotifiedOf, peopleOfAudience } from '#server/features/notifications/notify/data.ts'
import { audienceEntriesOf } from '../keys.ts'

/**
 * Counts the partners of an audience, and those with somebody who would be emailed about something new. For the others, it says why: the
 * reason of the owner, unless the owner is disabled.
 */
export const countReach = async (db: Executor, about: ReachKind, audience: Audience) => {
  const emailSwitch = switchOfKind(about)
  const shared = sql`select ${sql.param(audienceEntriesOf(audience))}::text[] as audience`
  const { rows } = await db.execute<{ reason: LeftOutReason | null; partners: number }>(sql`
    with people as (
      select account.partner_id, account.is_owner, case
        when not account.is_notified then 'in_onboarding'
        when account.invited_at is null and account.last_sign_in_at is null then 'never_invited'
        when account.email_refused_at is not null then 'address_refused'
        when not ${emailSwitch ? wantsEmails(emailSwitch) : sql`false`} then 'opted_out'
        end as reason
      from (
        select account.*, member.partner_id, member.is_owner, ${isNotifiedOf[about]} as is_notified
        from ${peopleOfAudience(shared)} and account.disabled_at is null
      ) account
      left join user_email_preferences preference on preference.user_id = account.id
    ), partners as (
      select case when bool_or(reason is null) then null else (array_agg(reason order by is_owner desc))[1] end as reason
      from people group by partner_id)
    select reason, count(*)::int as partners from partners group by reason`)
  const countOf = (wanted: LeftOutReason | null) =>
    rows.find(({ reason }) => reason === wanted)?.partners ?? 0
  return {
    partners: rows.reduce((sum, { partners }) => sum + partners, 0),
    emailed: countOf(null),
    leftOut: Object.fromEntries(rows.flatMap(({ reason, partners }) => (reason ? [[reason, partners]] : []))),
  }
}
