import { sql } from 'drizzle-orm'

/**
 * The keys that a partner matches in an `audience` column (see `schema/audience.ts`), for a query with the aliases `profile` and
 * `account`. Rows for the partner overlap them: `shared.audience && ${keysOfPartner}`.
 */
export const keysOfPartner = sql`array['everyone', profile.id::text, 'group:' || account.partner_group]`

/** The keys of the partner of a membership, for a query with the alias `member` of the view `memberships`. */
export const keysOfMembership = sql`array['everyone', member.partner_id::text, 'group:' || member.partner_group]`

/** Whether a row with audience columns is only for chosen partners, and none of them is left. */
export const isForNobody = sql`assigned_group is null and cardinality(assigned_partner_ids) > 0 and not exists (
  select from partner_profiles profile join users account on account.id = profile.user_id
  where profile.id = any(assigned_partner_ids::uuid[]) and account.erased_at is null)`
