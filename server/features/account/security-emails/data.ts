import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { reportLinkDays } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { knownBrowsers, securityAlerts } from '#server/db/schema/account.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

// A browser is known for as long as its cookie lasts.
const knownDays = 400

/** Stores a browser of a user. Returns whether it is new. */
export const saveBrowser = async (db: Executor, userId: string, browserHash: string) => {
  const [row] = await db
    .insert(knownBrowsers)
    .values({ userId, browserHash })
    .onConflictDoUpdate({
      target: [knownBrowsers.userId, knownBrowsers.browserHash],
      set: { lastSignInAt: sql`now()` },
    })
    // `xmax` is 0 only in a row that was inserted: the upsert locks an existing row, which sets it.
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return row?.isNew ?? false
}

export const deleteBrowsers = async (db: Executor, userId: string) => {
  await db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}

export const deleteCalendarFeed = async (db: Executor, userId: string) => {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}

const userColumns = {
  ...pick(users, 'timeZone', 'id', 'email', 'firstName', 'lastName'),
  ...pick(users, 'role', 'lastSignInAt', 'disabledAt'),
}

export const getUser = (db: Executor, userId: string) =>
  findRow(db.select(userColumns).from(users), eq(users.id, userId))

/** Lists the enabled admins except this user. */
export const listOtherAdmins = (db: Executor, userId: string) =>
  db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt), ne(users.id, userId)))

export const createAlert = async (db: Executor, userId: string, tokenHash: string) => {
  await db
    .insert(securityAlerts)
    .values({ userId, tokenHash, expiresAt: sql`now() + make_interval(days => ${reportLinkDays})` })
}

/** Marks the link of an alert as used. Returns its user to exactly one of any number of concurrent callers. */
export const claimAlert = async (db: Executor, tokenHash: string) => {
  const [alert] = await db
    .update(securityAlerts)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(securityAlerts.tokenHash, tokenHash),
        isNull(securityAlerts.usedAt),
        gt(securityAlerts.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: securityAlerts.userId })
  return alert && getUser(db, alert.userId)
}

export const deleteOldSecurityData = async (db: Executor) => {
  await db.delete(securityAlerts).where(lt(securityAlerts.expiresAt, sql`now()`))
  await db
    .delete(knownBrowsers)
    .where(lt(knownBrowsers.lastSignInAt, sql`now() - make_interval(days => ${knownDays})`))
}
