import { eq, lt, sql } from 'drizzle-orm'
import type { OnboardingStatus } from '#contract/partners.ts'
import type { Role } from '#contract/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { type SessionData, sessions } from '#server/db/schema/people.ts'

/** Who is signed in, with what decides on their access, and the session itself. */
export interface SignedInUser {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  email: string
  partnerGroup: string | null
  /** Null for a user without a partner profile. */
  partnerId: string | null
  onboardingStatus: OnboardingStatus | null
  sid: string
  sess: SessionData
  expire: Date
}

const findSessionSql = `
  select users.id, users.role, users.first_name as "firstName", users.last_name as "lastName",
         users.profile_image_url as "profileImageUrl", users.email, users.partner_group as "partnerGroup",
         partner_profiles.id as "partnerId", partner_profiles.onboarding_status as "onboardingStatus",
         sessions.sid, sessions.sess, sessions.expire
  from sessions
  join users on users.id = sessions.user_id
  left join partner_profiles on partner_profiles.user_id = users.id
  where sessions.sid = $1 and sessions.expire > now() and users.disabled_at is null`

/**
 * One statement answers who is there. Written out and prepared once for each connection, because every request asks it:
 * Drizzle's own work for it would be a fifth of a signed-in read.
 */
export const findSession = async (db: Database, sid: string) => {
  const { rows } = await db.$client.query<SignedInUser>({
    name: 'find_session',
    text: findSessionSql,
    values: [sid],
  })
  return rows[0]
}

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
