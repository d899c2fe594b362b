import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { type SessionData, sessions, users } from '#server/db/schema/people.ts'

const signedInColumns = {
  id: users.id,
  role: users.role,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  email: users.email,
  partnerGroup: users.partnerGroup,
  /** Null for a user without a partner profile. */
  partnerId: partnerProfiles.id,
  onboardingStatus: partnerProfiles.onboardingStatus,
  sid: sessions.sid,
  sess: sessions.sess,
  expire: sessions.expire,
}

/** One statement answers who is there: prepared once for each connection, because every request asks it. */
export const prepareFindSession = (db: Database) =>
  db
    .select(signedInColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(
      and(
        eq(sessions.sid, sql.placeholder('sid')),
        gt(sessions.expire, sql`now()`),
        isNull(users.disabledAt),
      ),
    )
    .prepare('find_session')

/** Who is signed in, with what decides on their access, and the session itself. */
export type SignedInUser = Awaited<ReturnType<ReturnType<typeof prepareFindSession>['execute']>>[number]

export const createSession = async (
  db: Executor,
  session: { sid: string; userId: string; sess: SessionData; expire: Date },
) => {
  await db.insert(sessions).values(session)
}

export const setSessionExpiry = async (db: Executor, sid: string, expire: Date) => {
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid))
}

export const deleteSession = async (db: Executor, sid: string) => {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}

export const deleteExpiredSessions = async (db: Executor) => {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`))
}
