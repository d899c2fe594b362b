import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { codeTries } from '#contract/sign-in-code.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import { findRow, insertInto } from '#server/db/rows.ts'
import { rateLimits } from '#server/db/schema/emails.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import {
  signInAddresses,
  signInAttempts,
  signInBrowsers,
  userIdentities,
  users,
} from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

const minutesFromNow = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`
const aDayAgo = sql`now() - interval '1 day'`

// This condition must be the same as in the index on open attempts.
const isOpen = and(isNull(signInAttempts.usedAt), sql`not ${signInAttempts.anyBrowser}`)
const isLive = and(isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, sql`now()`))
/** Whether a column contains the email address, ignoring case. */
export const isOfAddress = (column: PgColumn, email: string) => eq(sql`lower(${column})`, email.toLowerCase())

const isOf = (email: string) => isOfAddress(signInAttempts.email, email)

/** Locks an email address until the transaction ends, so that its requests happen one after the other. */
export const lockAddress = async (tx: Transaction, email: string) => {
  await tx
    .insert(signInAddresses)
    .values({ email: email.toLowerCase() })
    .onConflictDoUpdate({ target: signInAddresses.email, set: { updatedAt: sql`now()` } })
}

/** Returns the id of the open attempt of an email address, if its code stays valid for this long. */
export const findOpenAttempt = async (tx: Transaction, email: string, minutesLeft: number) => {
  const [attempt] = await tx
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(and(isOf(email), isOpen, gt(signInAttempts.expiresAt, minutesFromNow(minutesLeft))))
  return attempt?.id
}

/** Deletes the open attempt of an email address, so that its code and link no longer work. */
export const deleteOpenAttempt = async (tx: Transaction, email: string) => {
  await tx.delete(signInAttempts).where(and(isOf(email), isOpen))
}

/** Deletes what is stored about a user's former address, and the row of the address, which stays locked until the transaction ends. */
export const forgetAddress = async (tx: Transaction, email: string) => {
  await tx.delete(signInAttempts).where(isOf(email))
  await tx.delete(signInAddresses).where(eq(signInAddresses.email, email.toLowerCase()))
}

export const createAttempt = (
  db: Executor,
  {
    minutes,
    ...attempt
  }: Pick<typeof signInAttempts.$inferInsert, 'email' | 'tokenHash' | 'anyBrowser'> & { minutes: number },
) => insertInto(signInAttempts)(db, { ...attempt, expiresAt: minutesFromNow(minutes) })

/** Lets a browser use the code and the link of an attempt. */
export const addBrowser = async (tx: Transaction, browser: typeof signInBrowsers.$inferInsert) => {
  await tx.insert(signInBrowsers).values(browser)
}

export const getLiveAttempt = (db: Executor, id: string) =>
  findRow(db.select().from(signInAttempts), and(eq(signInAttempts.id, id), isLive))

const redeemable = {
  ...pick(signInAttempts, 'id', 'email', 'codeHash'),
  returnTo: signInBrowsers.returnTo,
}

// The operator's link is for the next sign-in: it no longer works once the user has signed in by any means.
const isForSignIn = sql`(not ${signInAttempts.anyBrowser} or exists (
  select from ${users} where lower(${users.email}) = lower(${signInAttempts.email})
  and coalesce(${users.lastSignInAt} < ${signInAttempts.createdAt}, true)))`

/** Finds the live attempt of a link. `returnTo` is null for a browser that did not request the link. */
export const getLiveAttemptByToken = async (
  db: Executor,
  tokenHash: string,
  browserHash: string | undefined,
) => {
  const [attempt] = await db
    .select({ ...redeemable, anyBrowser: signInAttempts.anyBrowser })
    .from(signInAttempts)
    .leftJoin(
      signInBrowsers,
      and(eq(signInBrowsers.attemptId, signInAttempts.id), eq(signInBrowsers.browserHash, browserHash ?? '')),
    )
    .where(and(eq(signInAttempts.tokenHash, tokenHash), isLive, isForSignIn))
  return attempt
}

/** Counts a try of a browser and returns its attempt; undefined when it has no live attempt or no tries left. */
export const countTry = async (db: Executor, browserHash: string) => {
  const [attempt] = await db
    .update(signInBrowsers)
    .set({ tries: sql`${signInBrowsers.tries} + 1` })
    .from(signInAttempts)
    .where(
      and(
        eq(signInBrowsers.browserHash, browserHash),
        eq(signInBrowsers.attemptId, signInAttempts.id),
        lt(signInBrowsers.tries, codeTries),
        isLive,
      ),
    )
    .returning(redeemable)
  return attempt
}

/** Stores the hashes of an attempt's code and link, and returns false when the attempt is gone or no longer live. */
export const setAttemptSecrets = async (
  db: Executor,
  id: string,
  secrets: { codeHash: string | null; tokenHash: string },
) => {
  const updated = await db
    .update(signInAttempts)
    .set(secrets)
    .where(and(eq(signInAttempts.id, id), isLive))
    .returning({ id: signInAttempts.id })
  return updated.length === 1
}

/**
 * Whether an email without a code may go to an address without an account: one a day. A retry of the email of this log row may always go.
 */
export const claimNoAccountMail = async (db: Executor, email: string, logId: string) => {
  const claimed = await db
    .update(signInAddresses)
    .set({ noAccountLogId: logId, noAccountAt: sql`now()` })
    .where(
      and(
        eq(signInAddresses.email, email.toLowerCase()),
        or(
          isNull(signInAddresses.noAccountAt),
          lt(signInAddresses.noAccountAt, aDayAgo),
          eq(signInAddresses.noAccountLogId, logId),
        ),
      ),
    )
    .returning({ email: signInAddresses.email })
  return claimed.length === 1
}

/** Uses up an attempt. Returns true for exactly one of any number of concurrent callers. */
export const claimAttempt = async (db: Executor, id: string) => {
  const claimed = await db
    .update(signInAttempts)
    .set({ usedAt: new Date() })
    .where(and(eq(signInAttempts.id, id), isLive))
    .returning({ id: signInAttempts.id })
  return claimed.length === 1
}

/** Deletes attempts that expired a day ago, and what was counted for addresses without a request since: all counts are for a day. */
export const deleteOldAttempts = async (db: Executor) => {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, aDayAgo))
  await db.delete(signInAddresses).where(lt(signInAddresses.updatedAt, aDayAgo))
}

const userColumns = pick(users, 'id', 'role', 'firstName', 'lastName', 'email', 'disabledAt')

/** Finds the user with this email address, ignoring case. */
export const getUserByEmail = (db: Executor, email: string) =>
  findRow(db.select(userColumns).from(users), isOfAddress(users.email, email))

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

/** Deletes the identities of a user, so that their accounts at the provider no longer sign in. */
export const deleteIdentities = async (db: Executor, userId: string) => {
  await db.delete(userIdentities).where(eq(userIdentities.userId, userId))
}

/** Finds the newest open invitation to a partner for an email address, with the names that the inviter entered. */
export const findInvitationTo = async (db: Executor, email: string) => {
  const [invitation] = await db
    .select(pick(partnerMembers, 'firstName', 'lastName'))
    .from(partnerMembers)
    .where(and(isNull(partnerMembers.userId), isOfAddress(partnerMembers.email, email)))
    .orderBy(desc(partnerMembers.invitedAt))
    .limit(1)
  return invitation
}

/** Creates a user who signs up or was invited to a partner, and changes nothing when the user exists. */
export const createUser = async (
  db: Executor,
  user: Pick<typeof users.$inferInsert, 'email' | 'firstName' | 'lastName' | 'mayCreateProfile'>,
) => {
  await db.insert(users).values(user).onConflictDoNothing()
}

/** Makes the account with this email address an enabled admin, and returns whether its user has ever signed in. */
export const upsertAdmin = async (db: Executor, email: string) => {
  const found = await getUserByEmail(db, email)
  if (!found) {
    // The operator who sets up the portal gives this user the link, which is their invitation.
    await db.insert(users).values({ email, role: 'admin', invitedAt: sql`now()` })
    return { hasSignedIn: false }
  }
  const [admin] = await db
    .update(users)
    .set({ role: 'admin', disabledAt: null })
    .where(eq(users.id, found.id))
    .returning({ lastSignInAt: users.lastSignInAt })
  return { hasSignedIn: admin?.lastSignInAt != null }
}

/** Whether the account of an email has ever signed in. */
export const hasSignedIn = async (db: Executor, email: string) => {
  const [found] = await db
    .select({ at: users.lastSignInAt })
    .from(users)
    .where(isOfAddress(users.email, email))
  return found?.at != null
}

export const deleteOldLimits = async (db: Executor) => {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
