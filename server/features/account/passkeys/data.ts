import { and, asc, eq, lt, ne, or, sql } from 'drizzle-orm'
import { challengeMinutes } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, findRow } from '#server/db/rows.ts'
import { type challengePurposes, passkeyChallenges, passkeys } from '#server/db/schema/account.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

type Purpose = (typeof challengePurposes)[number]

const shown = pick(passkeys, 'id', 'name', 'isSynced', 'createdAt', 'lastUsedAt')

export const createChallenge = async (
  db: Executor,
  challenge: { browserHash: string; purpose: Purpose; challenge: string },
) => {
  await db
    .insert(passkeyChallenges)
    .values({ ...challenge, expiresAt: sql`now() + make_interval(mins => ${challengeMinutes})` })
}

/** Deletes a challenge, so that it is used only once. Returns whether it existed for this browser and purpose and had not expired. */
export const claimChallenge = async (
  db: Executor,
  { browserHash, purpose, challenge }: { browserHash: string; purpose: Purpose; challenge: string },
) => {
  const [claimed] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.browserHash, browserHash),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.challenge, challenge),
      ),
    )
    .returning({ isLive: sql<boolean>`${passkeyChallenges.expiresAt} > now()` })
  return claimed?.isLive === true
}

export const deleteExpiredChallenges = async (db: Executor) => {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`))
}

/** Lists a user's passkeys, oldest first. */
export const listPasskeys = (db: Executor, userId: string) =>
  db
    .select(shown)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** Lists what a browser needs to find the user's passkeys. */
export const listCredentials = (db: Executor, userId: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))

export const countPasskeys = (db: Executor, userId: string) =>
  db.$count(passkeys, eq(passkeys.userId, userId))

/** Returns a passkey and its user. `credentialId` is the id that the authenticator gave the passkey. */
export const getCredential = async (db: Executor, credentialId: string) => {
  const [found] = await db
    .select({
      ...pick(passkeys, 'id', 'credentialId', 'publicKey', 'counter'),
      user: pick(users, 'id', 'role', 'firstName', 'lastName', 'email', 'disabledAt'),
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
  return found
}

/** Returns undefined when this credential is already stored, for this user or another. */
export const createPasskey = async (db: Executor, passkey: typeof passkeys.$inferInsert) => {
  const [created] = await db.insert(passkeys).values(passkey).onConflictDoNothing().returning(shown)
  return created
}

/**
 * Records a use of a passkey. Returns false if the authenticator's counter has not grown since the last use, which means that the
 * passkey was copied. Authenticators that do not count always send 0.
 */
export const recordUse = async (db: Executor, id: string, { counter }: { counter: number }) => {
  const isGrowing = lt(passkeys.counter, counter)
  const isUncounted = and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`)
  const updated = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), or(isGrowing, isUncounted)))
    .returning({ id: passkeys.id })
  return updated.length === 1
}

/** Returns the passkey with this id if it belongs to the user. */
export const getPasskey = (db: Executor, userId: string, id: string) =>
  findRow(db.select(shown).from(passkeys), and(eq(passkeys.userId, userId), eq(passkeys.id, id)))

export const renamePasskey = async (db: Executor, id: string, name: string) => {
  await db.update(passkeys).set({ name }).where(eq(passkeys.id, id))
}

export const deletePasskey = deleteFrom(passkeys)

/** Deletes all passkeys of a user. Returns how many there were. */
export const deletePasskeysOf = async (db: Executor, userId: string) => {
  const deleted = await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return deleted.length
}

/** Deletes the passkeys that a user added within the last days, except the oldest one if `keepsFirst`. Returns how many. */
export const deleteRecentPasskeys = async (
  db: Executor,
  userId: string,
  { days, keepsFirst }: { days: number; keepsFirst: boolean },
) => {
  const [first] = keepsFirst ? await listPasskeys(db, userId).limit(1) : []
  const deleted = await db
    .delete(passkeys)
    .where(
      and(
        eq(passkeys.userId, userId),
        first && ne(passkeys.id, first.id),
        sql`${passkeys.createdAt} > now() - make_interval(days => ${days})`,
      ),
    )
    .returning({ id: passkeys.id })
  return deleted.length
}
