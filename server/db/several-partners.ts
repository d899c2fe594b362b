import { type SQLWrapper, sql } from 'drizzle-orm'

/** The SQL condition that a user belongs to several partners, so that links name the one that they are for. */
export const belongsToSeveral = (userId: SQLWrapper) =>
  sql<boolean>`((select count(*) from partner_members where user_id = ${userId}) > 1)`
