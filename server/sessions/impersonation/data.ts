import { and, eq, getViewSelectedFields, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { memberships } from '#server/db/schema/partner-members.ts'
import { sessions, users, type Viewed } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'
import { partnerOfUser } from '../partner-rights.ts'

/** Finds a partner who can be impersonated, as one of its people. Undefined for staff, and for a person who is not of the partner. */
export const findImpersonatedPartner = async (db: Executor, { partnerId, userId }: Viewed) => {
  const isPerson = userId === undefined ? eq(memberships.isOwner, true) : eq(memberships.userId, userId)
  const [found] = await db
    .select({
      user: pick(
        users,
        'id',
        'role',
        'firstName',
        'lastName',
        'profileImageUrl',
        'email',
        'mayCreateProfile',
      ),
      membership: getViewSelectedFields(memberships),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.partnerId, partnerId), isPerson, eq(users.role, 'user')))
  if (!found) return undefined
  const { fullName, businessName } = found.membership
  return {
    user: { ...found.user, ...partnerOfUser([found.membership]) },
    partner: { id: partnerId, fullName, businessName },
  }
}

/** Makes a session impersonate a partner for a while. Returns the end time (ISO 8601); undefined for a session that has ended. */
export const setImpersonation = async (
  db: Executor,
  sid: string,
  { partnerId, userId }: Viewed,
  minutes: number,
) => {
  const { rows } = await db.execute<{ until: string }>(sql`
    update ${sessions} set sess = jsonb_set(sess, '{viewing}', jsonb_strip_nulls(jsonb_build_object(
      'partnerId', ${partnerId}::text, 'userId', ${userId ?? null}::text,
      'until', to_char((now() + make_interval(mins => ${minutes})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ))) where sid = ${sid} returning sess #>> '{viewing,until}' as until`)
  return rows[0]?.until
}

export const clearImpersonation = async (db: Executor, sid: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`${sessions.sess} - 'viewing'` })
    .where(eq(sessions.sid, sid))
}

/** Removes an ended impersonation from its session, unless another one has begun since then. */
export const clearEndedImpersonation = async (db: Executor, sid: string, until: string) => {
  await db
    .update(sessions)
    .set({ sess: sql`${sessions.sess} - 'viewing'` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.sess} #>> '{viewing,until}' = ${until}`))
}
