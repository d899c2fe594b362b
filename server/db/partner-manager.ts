import { type SQLWrapper, sql } from 'drizzle-orm'

/** The id of the partner manager of the partner in a column; null if the partner has none, or the manager can no longer act. */
export const managerOf = (partnerId: SQLWrapper) => sql<string | null>`(
  select staff.id from partner_profiles as managed join users as staff on staff.id = managed.manager_id
  where managed.id = ${partnerId} and staff.role <> 'user' and staff.disabled_at is null)`
