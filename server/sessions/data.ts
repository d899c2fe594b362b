import { and, eq, lt, sql } from 'drizzle-orm'
import type { OnboardingStatus } from '#contract/partners/profile.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { type SessionData, sessions, users } from '#server/db/schema/users.ts'

/** The signed-in user with what decides on access, and the session. */
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
  /** Set while staff view the portal as this partner. All fields above but the session are then the partner's. */
  impersonation?: {
    by: Pick<SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email'>
    partner: { id: string; fullName: string; businessName: string }
    /** ISO 8601 */
    until: string
  }
}

export type EndedSession = Pick<SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email' | 'sess'>

/** The partner whom a session currently impersonates: undefined once the time is over or its user is no longer staff. */
export const getActiveImpersonation = ({ role, sess: { viewing } }: Pick<SignedInUser, 'role' | 'sess'>) =>
  viewing && isStaff(role) && Date.parse(viewing.until) > Date.now() ? viewing : undefined

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
 * The session and its user in one statement. It is plain SQL because every request runs it, and building it with Drizzle
 * would be a fifth of a signed-in read (`npm run bench current-user`).
 */
export const findSession = async (db: Database, sid: string) => {
  const { rows } = await db.$client.query<SignedInUser>(findSessionSql, [sid])
  return rows[0]
}

/** A partner who can be impersonated. Undefined for staff. */
export const findImpersonatedPartner = async (db: Executor, partnerId: string) => {
  const [found] = await db
    .select({
      user: {
        id: users.id,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
        email: users.email,
        partnerGroup: users.partnerGroup,
        partnerId: partnerProfiles.id,
        onboardingStatus: partnerProfiles.onboardingStatus,
      },
      partner: {
        id: partnerProfiles.id,
        fullName: partnerProfiles.fullName,
        businessName: partnerProfiles.businessName,
      },
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(and(eq(partnerProfiles.id, partnerId), eq(users.role, 'user')))
  return found
}

export const setSessionData = async (db: Executor, sid: string, sess: SessionData) => {
  await db.update(sessions).set({ sess }).where(eq(sessions.sid, sid))
}

/** Removes an ended impersonation from its session, unless another one has begun since. */
export const clearEndedImpersonation = async (db: Executor, sid: string, until: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`${sessions.sess} - 'viewing'` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.sess} #>> '{viewing,until}' = ${until}`))
}

/** The roles of those of these sessions that are live and do not impersonate. */
export const findLiveSessions = async (db: Database, sids: string[]) => {
  const { rows } = await db.$client.query<{ sid: string; role: Role }>(
    `select sessions.sid, users.role from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null
       and sessions.sess -> 'viewing' is null`,
    [sids],
  )
  return rows
}

/** The roles of those of these sessions that are live, and until when they impersonate a partner. */
export const findSessionStates = async (db: Database, sids: string[]) => {
  const { rows } = await db.$client.query<{ sid: string; role: Role; viewing: string | null }>(
    `select sessions.sid, users.role,
       case when (sessions.sess::jsonb #>> '{viewing,until}')::timestamptz > now()
         then sessions.sess::jsonb #>> '{viewing,until}' end as viewing
     from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null`,
    [sids],
  )
  return rows
}

export const createSession = async (
  db: Executor,
  session: { sid: string; userId: string; sess: SessionData; expire: Date },
) => {
  await db.insert(sessions).values(session)
}

/** Leaves `updatedAt` as it is, since this is no edit that another editor could overwrite. */
export const recordSignIn = async (db: Executor, userId: string, at: Date) => {
  const time = at.toISOString()
  await db.execute(
    sql`update ${users} set last_sign_in_at = ${time}, last_seen_at = ${time} where id = ${userId}`,
  )
}

/**
 * Extends a session in use, and records when its user was last seen. A row that is locked is not waited for: whoever changes a
 * user may end their sessions in the same transaction, and each would wait for the other.
 */
export const extendSession = async (db: Executor, sid: string, expire: Date) => {
  await db.execute(sql`
    with extended as (
      update ${sessions} set expire = ${expire.toISOString()} where sid = ${sid} returning user_id
    ), seen as (
      select id from ${users} where id = (select user_id from extended) for no key update skip locked
    )
    update ${users} set last_seen_at = clock_timestamp() where id = (select id from seen)`)
}

/** Returns the session and its user if it was still live. */
export const deleteSession = async (db: Executor, sid: string) => {
  const { rows } = await db.execute<EndedSession & { live: boolean }>(sql`
    delete from sessions using users where sessions.sid = ${sid} and users.id = sessions.user_id
    returning users.id, users.role, users.first_name as "firstName", users.last_name as "lastName", users.email,
              sessions.sess, sessions.expire > now() and users.disabled_at is null as live`)
  return rows[0]?.live ? rows[0] : undefined
}

export const deleteExpiredSessions = async (db: Executor) => {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`))
}
