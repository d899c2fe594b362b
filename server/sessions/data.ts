import { and, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import { signingStepUpHours } from '#contract/account/step-up.ts'
import type { ApiTokenScope } from '#contract/api-token-choices.ts'
import { stepUpMinutes } from '#contract/limits.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'
import type { Database, Executor, Transaction } from '#server/db/client.ts'
import { insertInto } from '#server/db/rows.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { type SessionData, type SignInMethod, sessions, users } from '#server/db/schema/users.ts'
import { type Memberships, type PartnerOfUser, partnerOfUser, partnersSql } from './partner-rights.ts'
import { graceOf, needsPasskeySql, type PasskeyRule, passkeyRequiredFromSql } from './passkey-rule.ts'

/** The signed-in user and the session, with everything that access depends on. */
export interface SignedInUser extends PartnerOfUser {
  id: string
  role: Role
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  email: string
  /** Whether the user may create a partner profile. */
  mayCreateProfile: boolean
  sid: string
  /** The id that identifies the session where its secret must not appear. */
  sessionId: string
  sess: SessionData
  signedInAt: Date
  /** Whether the user has proved their presence within the last few minutes. */
  isVerified: boolean
  /** Whether the sign-in is so long ago that signing requires a new proof of presence. */
  isOld: boolean
  /** Whether to extend the session: its recorded use is a minute old, or its expiry is wrong because the role has changed. */
  isDue: boolean
  /** Whether the impersonation in `sess.viewing` has not expired. */
  isViewing: boolean
  /** For staff whose session was not proven by a passkey: the time from which they can do nothing without one. Null for all other users. */
  passkeyRequiredFrom: Date | null
  /** Whether `passkeyRequiredFrom` has passed. */
  needsPasskey: boolean
  /** Whether the user has a passkey. Also false where none is required. */
  hasPasskey: boolean
  /** Set for a request with an API token. The user is then the one who created the token, with the role of the token and no session. */
  apiToken?: { id: string; name: string; scope: ApiTokenScope }
  /** Set while staff view the portal as this partner. All fields above, except those of the session, are then the partner's. */
  impersonation?: {
    by: Pick<SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email'>
    partner: { id: string; fullName: string; businessName: string }
    /** The end of the impersonation (ISO 8601). */
    until: string
  }
}

export type EndedSession = Pick<
  SignedInUser,
  'id' | 'role' | 'firstName' | 'lastName' | 'email' | 'sess' | 'isViewing'
> & { sessionId: string }

/** Returns a session's current impersonation; undefined once its time is over or its user is no longer staff. */
export const getActiveImpersonation = ({
  role,
  isViewing,
  sess: { viewing },
}: Pick<SignedInUser, 'role' | 'sess' | 'isViewing'>) => (isViewing && isStaff(role) ? viewing : undefined)

const idleTime = { staff: '30 minutes', partner: '12 hours' }

/** When a session that is used now expires: after its role's idle time, at most seven days after sign-in, by the database's clock. */
const expirySql = (signedInAt: string, role: string) =>
  `least(now() + case when ${role} = 'user' then interval '${idleTime.partner}' else interval '${idleTime.staff}' end,
         ${signedInAt} + interval '7 days')`

const isViewingSql = `coalesce((sessions.sess #>> '{viewing,until}')::timestamptz > now(), false)`

const findSessionSql = `
  select users.id, users.role, users.first_name as "firstName", users.last_name as "lastName",
         users.profile_image_url as "profileImageUrl", users.email, users.partner_group as "ownGroup",
         users.may_create_profile as "mayCreateProfile", ${partnersSql},
         (select id from chat_conversations where user_id = users.id) as "ownConversationId",
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
  where sessions.sid = $1 and sessions.expire > now() and users.disabled_at is null`

type FoundSession = Omit<SignedInUser, keyof PartnerOfUser> & {
  ownGroup: string | null
  ownConversationId: string | null
  partners: Memberships
}

/**
 * Finds a session and its user in one statement. It is plain SQL because it runs for every request, and building it with Drizzle would take
 * a fifth of the time of a signed-in read (`npm run bench current-user`).
 * @param named the id of the partner that the request names
 * @throws AppError `not_found` when the user does not belong to that partner
 */
export const findSession = async (db: Database, sid: string, rule: PasskeyRule, named?: string) => {
  const { rows } = await db.$client.query<FoundSession>(findSessionSql, [sid, graceOf(rule)])
  if (!rows[0]) return undefined
  const { ownGroup: partnerGroup, ownConversationId: conversationId, partners, ...found } = rows[0]
  // Staff act for no partner, so a choice that their browser still sends is ignored.
  const choice = isStaff(found.role) ? {} : { named, last: found.sess.partnerId }
  return { ...found, ...partnerOfUser(partners, { partnerGroup, conversationId }, choice) }
}

/** Stores which partner the user of a session last chose. Tabs that name no partner read the data of this one. */
export const setLastPartner = async (db: Executor, sid: string, partnerId: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}, '{partnerId}', to_jsonb(${partnerId}::text))` })
    .where(eq(sessions.sid, sid))
}

/** Returns the given sessions that are live, do not lack a passkey and do not impersonate a partner, with the rights of their users. */
export const findLiveSessions = async (db: Database, sids: string[], rule: PasskeyRule) => {
  const { rows } = await db.$client.query<{ sid: string; role: Role; partners: Memberships }>(
    `select sessions.sid, users.role, ${partnersSql} from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null
       and sessions.sess -> 'viewing' is null and not ${needsPasskeySql('$2')}`,
    [sids, graceOf(rule)],
  )
  return rows
}

/** Returns the given sessions that are live and do not lack a passkey, with the rights of their users and the end of an impersonation. */
export const findSessionStates = async (db: Database, sids: string[], rule: PasskeyRule) => {
  const { rows } = await db.$client.query<{
    sid: string
    role: Role
    partners: Memberships
    viewing: string | null
  }>(
    `select sessions.sid, users.role, ${partnersSql},
       case when (sessions.sess::jsonb #>> '{viewing,until}')::timestamptz > now()
         then sessions.sess::jsonb #>> '{viewing,until}' end as viewing
     from sessions join users on users.id = sessions.user_id
     where sessions.sid = any($1) and sessions.expire > now() and users.disabled_at is null
       and not ${needsPasskeySql('$2')}`,
    [sids, graceOf(rule)],
  )
  return rows
}

/** Creates a session. `sid` is the hash of the cookie's token. Returns the id that identifies the session. */
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
 * Locks a user until the transaction ends, so that sign-ins and changes of the sign-in methods happen one after the other. Call it before
 * any of the user's rows change, because ending their sessions (`Sessions.endOf`) or removing their passkeys locks the user first, too.
 * Returns whether the user may sign in.
 */
export const lockUser = async (tx: Executor, userId: string) => {
  // The profile is locked first, in the same order as when a user is erased: the profile's activity records a first sign-in.
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

/** Records a sign-in. Leaves `updatedAt` as it is, since this is not an edit that could conflict with another one. */
export const recordSignIn = async (db: Executor, userId: string) => {
  await db.execute(
    sql`update ${users} set last_sign_in_at = now(), last_seen_at = now() where id = ${userId}`,
  )
  // Whoever belongs to several partners is seen at the one that they then choose.
  await db.execute(sql`
    update ${partnerMembers} set last_seen_at = now() where user_id = ${userId}
      and (select count(*) from partner_members own where own.user_id = ${userId}) = 1`)
}

/** Selects the membership to mark as seen. Skips a locked row, so that this cannot deadlock, and erased users. */
const membershipSeen = (userId: SQL, partnerId: string | null) => sql`
  select member.id from ${partnerMembers} as member join ${users} as account on account.id = member.user_id and account.erased_at is null
  where member.user_id = ${userId} and member.partner_id = ${partnerId}::uuid for no key update of member skip locked`

/** Records that a person has used the portal for a partner just now. */
export const recordSeenAt = async (db: Executor, userId: string, partnerId: string) => {
  await db.execute(sql`
    update ${partnerMembers} set last_seen_at = clock_timestamp() where id = (${membershipSeen(sql`${userId}::uuid`, partnerId)})`)
}

/**
 * Extends a session in use, and records when its user was last seen, in general and for the partner that they act for. Skips locked rows: a
 * transaction that changes a user may also end their sessions, so both transactions would wait for each other.
 */
export const extendSession = async (
  db: Executor,
  { sid, partnerId }: { sid: string; partnerId: string | null },
) => {
  await db.execute(sql`
    with extended as (
      update ${sessions} set expire = ${sql.raw(expirySql('sessions.signed_in_at', 'users.role'))}, last_used_at = now()
      from ${users} where sessions.sid = ${sid} and users.id = sessions.user_id and sessions.expire > now()
      returning user_id
    ), seen as (
      select id from ${users} where id = (select user_id from extended) for no key update skip locked
    ), here as (${membershipSeen(sql`(select user_id from extended)`, partnerId)}
    ), seen_here as (
      update ${partnerMembers} set last_seen_at = clock_timestamp() where id = (select id from here)
    )
    update ${users} set last_seen_at = clock_timestamp() where id = (select id from seen)`)
}

/** Identifies sessions: that of a cookie, or those of a user, optionally only one of them or all except one. */
export type ChosenSessions = { sid: string } | { userId: string; id?: string; exceptSid?: string }

const isChosen = (chosen: ChosenSessions) =>
  'sid' in chosen
    ? eq(sessions.sid, chosen.sid)
    : and(
        eq(sessions.userId, chosen.userId),
        chosen.id === undefined ? undefined : eq(sessions.id, chosen.id),
        chosen.exceptSid === undefined ? undefined : ne(sessions.sid, chosen.exceptSid),
      )

/** Deletes sessions, and returns those that were still live, with their users. */
export const deleteSessions = async (db: Executor, chosen: ChosenSessions) => {
  const { rows } = await db.execute<EndedSession & { live: boolean }>(sql`
    delete from ${sessions} using ${users} where ${isChosen(chosen)} and users.id = sessions.user_id
    returning users.id, users.role, users.first_name as "firstName", users.last_name as "lastName", users.email,
              sessions.id as "sessionId", sessions.sess, ${sql.raw(isViewingSql)} as "isViewing",
              sessions.expire > now() and users.disabled_at is null as live`)
  return rows.filter(({ live }) => live)
}

/** Notifies the pages of a user that one of the user's sessions has begun or ended. */
export const publishSessionChange = async (tx: Transaction, userId: string) => {
  await tx.execute(sql`select pg_notify('stale', ${`sessions ${userId}`})`)
}

/**
 * Records that the user of a session has just proved their presence. `withPasskey` means by a passkey or a recovery code. Returns false for
 * a session that has ended in the meantime.
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
