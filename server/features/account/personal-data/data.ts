import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { switchesWithout } from '#server/db/email-preferences.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { knownBrowsers, passkeys } from '#server/db/schema/account.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { sessions, userEmailPreferences, userIdentities, users } from '#server/db/schema/users.ts'
import { textEntry } from '#server/features/files/zip.ts'
import { jsonArray, jsonEntry, withoutId } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { getPicture } from '../picture/data.ts'

/** Returns the user's account, without secrets and computed fields. */
const getAccount = async (db: Executor, id: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'email', 'firstName', 'lastName', 'profileImageUrl', 'timeZone'),
      ...pick(users, 'isTimeZoneChosen', 'role', 'partnerGroup', 'createdAt', 'updatedAt'),
      ...pick(users, 'invitedAt', 'lastSignInAt', 'lastSeenAt'),
    })
    .from(users)
    .where(eq(users.id, id))
  const [preferences] = await db
    .select()
    .from(userEmailPreferences)
    .where(eq(userEmailPreferences.userId, id))
  const { userId: _user, emailOff = [], ...others } = preferences ?? { userId: id }
  return { ...user, emailPreferences: { ...switchesWithout(emailOff), ...others } }
}

/** Returns how and where the user signs in. */
const getSignIns = async (db: Executor, id: string) => ({
  sessions: await db
    .select({
      method: sql<string>`${sessions.sess} ->> 'method'`,
      signedInAt: sessions.signedInAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expire,
      browser: sessions.userAgent,
      address: sessions.address,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(sessions.signedInAt)),
  passkeys: await db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, id)),
  knownBrowsers: await db
    .select({ lastSignInAt: knownBrowsers.lastSignInAt })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, id)),
  providerAccounts: await db
    .select(pick(userIdentities, 'issuer', 'subject', 'createdAt'))
    .from(userIdentities)
    .where(eq(userIdentities.userId, id)),
  // The address itself is left out, because it gives access to the calendar without a session.
  calendarAddress: await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, id)),
})

const fieldOfEvent = (name: string) =>
  sql<string | null>`coalesce(${auditLog.after} ->> ${name}, ${auditLog.before} ->> ${name})`

/** Reads a page of the audit events about the user's own account and the agreements they downloaded, oldest first. */
export const listOwnEvents = (db: Executor, userId: string) =>
  oldestFirst(
    db
      .select({
        ...pick(auditLog, 'id', 'at', 'action'),
        method: sql<
          string | null
        >`coalesce(${auditLog.after} ->> 'method', ${auditLog.after} ->> 'confirmedWith')`,
        reason: fieldOfEvent('reason'),
        browser: fieldOfEvent('browser'),
        address: fieldOfEvent('address'),
      })
      .from(auditLog),
    pick(auditLog, 'at', 'id'),
    and(
      eq(auditLog.actorId, userId),
      or(eq(auditLog.subjectId, userId), eq(auditLog.action, 'document.downloaded')),
    ),
  )

async function* signInsText(db: Executor, userId: string) {
  yield '{\n'
  for (const [name, rows] of Object.entries(await getSignIns(db, userId))) {
    yield `"${name}": ${JSON.stringify(rows, null, 2)},\n`
  }
  yield '"events": '
  const readPage = listOwnEvents(db, userId)
  yield* jsonArray(await readPage(undefined), readPage, withoutId)
  yield '}\n'
}

export const accountData: PersonalData = {
  files: {
    'account.json': 'your account, its group and which emails you want',
    'picture.webp': 'your picture',
    'sign-ins.json':
      'your sessions, passkeys, browsers and calendar address, and how you signed in and out, confirmed your identity, changed passkeys\n' +
      'and downloaded agreements and your data, as far as the portal stores it',
  },

  async *entries({ db, store, user }) {
    yield jsonEntry('account.json', await getAccount(db, user.id))
    yield textEntry('sign-ins.json', signInsText(db, user.id))
    const picture = (await getPicture(db, user.id))?.objectKey
    if (picture) yield { name: 'picture.webp', date: new Date(), read: () => store.read(fileKey(picture)) }
  },

  async listFiles(db, { id }) {
    const picture = await getPicture(db, id)
    return picture?.objectKey ? [picture.objectKey] : []
  },
}
