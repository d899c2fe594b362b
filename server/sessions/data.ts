import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { signingStepUpHours, stepUpMinutes } from '#contract/account/step-up.ts'
import type { ApiTokenScope } from '#contract/api-tokens.ts'
import type { OnboardingStatus } from '#contract/partners/profile.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'
import type { Database, Executor, Transaction } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { type SessionData, type SignInMethod, sessions, users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'
import { graceOf, needsPasskeySql, type PasskeyRule, passkeyRequiredFromSql } from './passkey-rule.ts'

/** The signed-in user with what decides on access, and the session. */
export interface SignedInUser {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  email: string
  /** Of the partner profile; null without one. */
  fullName: string | null
  partnerGroup: string | null
  /** Null for a user without a partner profile. */
  partnerId: string | null
  onboardingStatus: OnboardingStatus | null
  sid: string
  /** Names the session where its secret must not appear. */
  sessionId: string
  sess: SessionData
  signedInAt: Date
  /** Whether the user has proved to be present within the last minutes. */
  isVerified: boolean
  /** Whether the sign-in is so long ago that signing asks for a proof. */
  isOld: boolean
  /** Whether the last use in the database is a minute old, or its expiry is off by one because the role has changed. */
  isDue: boolean
  /** Whether the time of `sess.viewing` has not run out. */
  isViewing: boolean
  /** Of staff whose session no passkey has proven: from when on they can do nothing without. Null for all others. */
  passkeyRequiredFrom: Date | null
  /** Whether that time has come. */
  needsPasskey: boolean
  /** Whether they have a passkey. False, too, where none is required. */
  hasPasskey: boolean
  /** Set for a request with an API token: the user is then who created it, with the role of the token and no session. */
  apiToken?: { id: string; name: string; scope: ApiTokenScope }
  /** Set while staff view the portal as this partner. All fields above but the session are then the partner's. */
  impersonation?: {
    by: Pick<SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email'>
    partner: { id: string; fullName: string; businessName: string }
    /** ISO 8601 */
    until: string
  }
}

export type EndedSession = Pick<
  SignedInUser,
  'id' | 'role' | 'firstName' | 'lastName' | 'email' | 'sess' | 'isViewing'
> & { sessionId: string }

/** The partner whom a session currently impersonates: undefined once the time is over or its user is no longer staff. */
export const getActiveImpersonation = ({
  role,
  isViewing,
  sess: { viewing },
}: Pick<SignedInUser, 'role' | 'sess' | 'isViewing'>) => (isViewing && isStaff(role) ? viewing : undefined)

const idleTime = { staff: '30 minutes', partner: '12 hours' }

/**
 * When a session that is used now expires: after the idle time of its role, and seven days after sign-in whatever happens. By the database's clock alone, which all processes share.
 */
const expirySql = (signedInAt: string, role: string) =>
  `least(now() + case when ${role} = 'user' then interval '${idleTime.partner}' else interval '${idleTime.staff}' end,
         ${signedInAt} + interval '7 days')`

const isViewingSql = `coalesce((sessions.sess #>> '{viewing,until}')::timestamptz > now(), false)`

const findSessionSql = `
  select users.id, users.role, users.first_name as "firstName", users.last_name as "lastName",
         users.profile_image_url as "profileImageUrl", users.email, partner_profiles.full_name as "fullName", users.partner_group as "partnerGroup",
         partner_profiles.id as "partnerId", partner_profiles.onboarding_status as "onboardingStatus",
         sessions.sid, sessions.id as "sessionId", sessions.sess, sessions.signed_in_at as "signedInAt",
         sessions.verified_at > now() - interval '${stepUpMinutes} minutes' as "isVerified",
         sessions.signed_in_at <= now() - interval '${signingStepUpHours} hours' as "isOld", ${isViewingSql} as "isViewing",
         (sessions.last_used_at <= now() - interval '1 minute'
           or abs(extract(epoch from sessions.expire - ${expirySql('sessions.signed_in_at', 'users.role')})) >= 60) as "isDue",
         ${passkeyRequiredFromSql('$2')} as "passkeyRequiredFrom", ${needsPasskeySql('$2')} as "needsPasskey",
         case when ${passkeyRequiredFromSql('$2')} is null then false
           else exists (select from passkeys where passkeys.user_id = users.id) end as "hasPasskey"
  from sessions
  join users on users.id = sessions.user_id
  left join partner_profiles on partner_profiles.user_id = users.id
  where sessions.sid = $1 and sessions.expire > now() and users.disabled_at is null`

/**
 * The session and its user in one statement. It is plain SQL because every request runs it, and building it with Drizzle
 * would be a fifth of a signed-in read (`npm run bench current-user`).
 */
export const findSession = async (db: Database, sid: string, rule: PasskeyRule) => {
  const { rows } = await db.$client.query<SignedInUser>(findSessionSql, [sid, graceOf(rule)])
  return rows[0]
}

/** A partner who can be impersonated. Undefined for staff. */
export const findImpersonatedPartner = async (db: Executor, partnerId: string) => {
  const [found] = await db
    .select({
      user: {
        ...pick(users, 'id', 'role', 'firstName', 'lastName', 'profileImageUrl', 'email'),
        fullName: partnerProfiles.fullName,
        partnerGroup: users.partnerGroup,
        partnerId: partnerProfiles.id,
        onboardingStatus: partnerProfiles.onboardingStatus,
      },
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(and(eq(partnerProfiles.id, partnerId), eq(users.role, 'user')))
  return found
}

/** Makes a session impersonate a partner for a time. Returns until when (ISO 8601), undefined for a session that has ended. */
export const setImpersonation = async (db: Executor, sid: string, partnerId: string, minutes: number) => {
  const { rows } = await db.execute<{ until: string }>(sql`
    update ${sessions} set sess = jsonb_set(sess, '{viewing}', jsonb_build_object(
      'partnerId', ${partnerId}::text,
      'until', to_char((now() + make_interval(mins => ${minutes})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )) where sid = ${sid} returning sess #>> '{viewing,until}' as until`)
  return rows[0]?.until
}

export const clearImpersonation = async (db: Executor, sid: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`${sessions.sess} - 'viewing'` })
    .where(eq(sessions.sid, sid))
}

/** Removes an ended impersonation from its session, unless another one has begun since. */
export const clearEndedImpersonation = async (db: Executor, sid: string, until: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`${sessions.sess} - 'viewing'` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.sess} #>> '{viewing,until}' = ${until}`))
}

/** The roles of those of these sessions that are live, do not lack a passkey and do not impersonate. */
export const findLiveSessions = async (db: Database, sids: string[], rule: PasskeyRule) => {
  const { rows } = await db.$client.query<{ sid: string; role: Role }>(
    `select sessions.sid, users.role from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null
       and sessions.sess -> 'viewing' is null and not ${needsPasskeySql('$2')}`,
    [sids, graceOf(rule)],
  )
  return rows
}

/** The roles of those of these sessions that are live and do not lack a passkey, and until when they impersonate a partner. */
export const findSessionStates = async (db: Database, sids: string[], rule: PasskeyRule) => {
  const { rows } = await db.$client.query<{ sid: string; role: Role; viewing: string | null }>(
    `select sessions.sid, users.role,
       case when (sessions.sess::jsonb #>> '{viewing,until}')::timestamptz > now()
         then sessions.sess::jsonb #>> '{viewing,until}' end as viewing
     from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null
       and not ${needsPasskeySql('$2')}`,
    [sids, graceOf(rule)],
  )
  return rows
}

/** `sid` is the hash of the cookie's token. Answers the id that names the session. */
export const createSession = async (
  db: Executor,
  session: {
    sid: string
    user: { id: string; role: Role }
    method: SignInMethod
    userAgent?: string
    address?: string
  },
) => {
  const { sid, user, method, userAgent, address } = session
  const expire = sql`now() + ${isStaff(user.role) ? idleTime.staff : idleTime.partner}::interval`
  const passkeyAt = method === 'passkey' ? sql`now()` : null
  return insertInto(sessions)(db, {
    sid,
    userId: user.id,
    sess: { method },
    passkeyAt,
    userAgent,
    address,
    expire,
  })
}

/**
 * Locks a user until the transaction ends: sign-ins and changes of how they sign in happen one after the other. Call it before
 * anything of theirs is changed, because whoever ends their sessions (`Sessions.endOf`) or removes their passkeys locks the user first, too.
 * Answers whether the user may sign in.
 */
export const lockUser = async (tx: Executor, userId: string) => {
  // The profile first, as erasing a user does: a first sign-in is recorded in its activity.
  await tx.execute(
    sql`select from ${partnerProfiles} where ${partnerProfiles.userId} = ${userId} for key share`,
  )
  const [user] = await tx
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return user?.disabledAt === null
}

/** Leaves `updatedAt` as it is, since this is no edit that another editor could overwrite. */
export const recordSignIn = async (db: Executor, userId: string) => {
  await db.execute(
    sql`update ${users} set last_sign_in_at = now(), last_seen_at = now() where id = ${userId}`,
  )
}

/**
 * Extends a session in use, and records when its user was last seen. A row that is locked is not waited for: whoever changes a
 * user may end their sessions in the same transaction, and each would wait for the other.
 */
export const extendSession = async (db: Executor, sid: string) => {
  await db.execute(sql`
    with extended as (
      update ${sessions} set expire = ${sql.raw(expirySql('sessions.signed_in_at', 'users.role'))}, last_used_at = now()
      from ${users} where sessions.sid = ${sid} and users.id = sessions.user_id and sessions.expire > now()
      returning user_id
    ), seen as (
      select id from ${users} where id = (select user_id from extended) for no key update skip locked
    )
    update ${users} set last_seen_at = clock_timestamp() where id = (select id from seen)`)
}

/** Which sessions: the one of a cookie, or those of a user, of which one can be named or spared. */
export type ChosenSessions = { sid: string } | { userId: string; id?: string; exceptSid?: string }

const isChosen = (chosen: ChosenSessions) =>
  'sid' in chosen
    ? eq(sessions.sid, chosen.sid)
    : and(
        eq(sessions.userId, chosen.userId),
        chosen.id === undefined ? undefined : eq(sessions.id, chosen.id),
        chosen.exceptSid === undefined ? undefined : ne(sessions.sid, chosen.exceptSid),
      )

/** Returns those that were still live, with their users. */
export const deleteSessions = async (db: Executor, chosen: ChosenSessions) => {
  const { rows } = await db.execute<EndedSession & { live: boolean }>(sql`
    delete from ${sessions} using ${users} where ${isChosen(chosen)} and users.id = sessions.user_id
    returning users.id, users.role, users.first_name as "firstName", users.last_name as "lastName", users.email,
              sessions.id as "sessionId", sessions.sess, ${sql.raw(isViewingSql)} as "isViewing",
              sessions.expire > now() and users.disabled_at is null as live`)
  return rows.filter(({ live }) => live)
}

/** Notifies the pages of a user that a session of theirs has begun or ended. */
export const publishSessionChange = async (tx: Transaction, userId: string) => {
  await tx.execute(sql`select pg_notify('stale', ${`sessions ${userId}`})`)
}

/**
 * Stores that the user of a session has just proved to be present. `withPasskey`: by a passkey or a recovery code. False for a
 * session that has ended meanwhile.
 */
export const recordStepUp = async (db: Executor, sid: string, { withPasskey }: { withPasskey: boolean }) => {
  const updated = await db
    .update(sessions)
    .set({ verifiedAt: sql`now()`, ...(withPasskey && { passkeyAt: sql`now()` }) })
    .where(eq(sessions.sid, sid))
    .returning({ sid: sessions.sid })
  return updated.length === 1
}

export const deleteExpiredSessions = async (db: Executor) => {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`))
}
