import { sql } from 'drizzle-orm'

/**
 * The entries of a column `audience` (see `schema/audience.ts`) that a partner is in, of the aliases `profile` and `account`. What is for the
 * partner overlaps it: `shared.audience && ${keysOfPartner}`.
 */
export const keysOfPartner = sql`array['everyone', profile.id::text, 'group:' || account.partner_group]`

/** Whether what has the columns of an audience is for chosen partners alone, of whom nobody is left. */
export const isForNobody = sql`assigned_group is null and cardinality(assigned_partner_ids) > 0 and not exists (
  select from partner_profiles profile join users account on account.id = profile.user_id
  where profile.id = any(assigned_partner_ids::uuid[]) and account.erased_at is null)`
