import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { codeTries } from '#contract/sign-in.ts'
import type { Executor } from '#server/db/client.ts'
import { rateLimits } from '#server/db/schema/emails.ts'
import { signInAttempts, userIdentities, users } from '#server/db/schema/users.ts'

type NewAttempt = Pick<
  typeof signInAttempts.$inferInsert,
  'email' | 'browserHash' | 'tokenHash' | 'returnTo' | 'expiresAt'
>

export const createAttempt = async (db: Executor, attempt: NewAttempt) => {
  const [row] = await db.insert(signInAttempts).values(attempt).returning({ id: signInAttempts.id })
  if (!row) throw new Error('no sign-in attempt came back')
  return row.id
}

const live = and(isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, sql`now()`))

export const getLiveAttempt = async (db: Executor, id: string) => {
  const [attempt] = await db
    .select()
    .from(signInAttempts)
    .where(and(eq(signInAttempts.id, id), live))
  return attempt
}

export const getLiveAttemptByToken = async (db: Executor, tokenHash: string) => {
  const [attempt] = await db
    .select()
    .from(signInAttempts)
    .where(and(eq(signInAttempts.tokenHash, tokenHash), live))
  return attempt
}

/** Counts a try against the newest attempt of a browser. Undefined when no tries are left. */
export const countTry = async (db: Executor, browserHash: string) => {
  const newest = db
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(and(eq(signInAttempts.browserHash, browserHash), live))
    .orderBy(desc(signInAttempts.createdAt))
    .limit(1)
  const [attempt] = await db
    .update(signInAttempts)
    .set({ tries: sql`${signInAttempts.tries} + 1` })
    .where(and(eq(signInAttempts.id, sql`(${newest})`), lt(signInAttempts.tries, codeTries), live))
    .returning()
  return attempt
}

export const setAttemptSecrets = async (
  db: Executor,
  id: string,
  secrets: { codeHash: string; tokenHash: string },
) => {
  await db.update(signInAttempts).set(secrets).where(eq(signInAttempts.id, id))
}

/** Uses an attempt up: true for exactly one of any number of concurrent callers. */
export const claimAttempt = async (db: Executor, id: string) => {
  const claimed = await db
    .update(signInAttempts)
    .set({ usedAt: new Date() })
    .where(and(eq(signInAttempts.id, id), live))
    .returning({ id: signInAttempts.id })
  return claimed.length === 1
}

export const deleteOldAttempts = async (db: Executor) => {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, sql`now() - interval '1 day'`))
}

const userColumns = { id: users.id, role: users.role, email: users.email, disabledAt: users.disabledAt }

/** The user with this email address, ignoring case. */
export const getUserByEmail = async (db: Executor, email: string) => {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return user
}

export const getUserByIdentity = async (db: Executor, issuer: string, subject: string) => {
  const [user] = await db
    .select(userColumns)
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
  return user
}

export const createIdentity = async (
  db: Executor,
  identity: { issuer: string; subject: string; userId: string },
) => {
  await db.insert(userIdentities).values(identity).onConflictDoNothing()
}

/** Creates a user who signs up. An existing one stays as it is. */
export const createUser = async (
  db: Executor,
  user: Pick<typeof users.$inferInsert, 'email' | 'firstName' | 'lastName'>,
) => {
  await db.insert(users).values(user).onConflictDoNothing()
}

/** Makes the account with this email address an enabled admin; `created` when it was not there before. */
export const upsertAdmin = async (db: Executor, email: string) => {
  const found = await getUserByEmail(db, email)
  if (!found) {
    await db.insert(users).values({ email, role: 'admin' })
    return { created: true }
  }
  await db.update(users).set({ role: 'admin', disabledAt: null }).where(eq(users.id, found.id))
  return { created: false }
}

export const deleteOldLimits = async (db: Executor) => {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
