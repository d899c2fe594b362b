import { and, eq, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor, Transaction } from '#server/db/client.ts'
import { securityAlerts } from '#server/db/schema/account.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { taskTemplates } from '#server/db/schema/task-sets.ts'
import { signInAttempts, users } from '#server/db/schema/users.ts'
import { isOfAddress, lockAddress } from '#server/features/sign-in/data.ts'
import type { Erased } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { isForPartner } from '../data.ts'

/**
 * Locks what a user is responsible for, and the recurring tasks for the partner. Call it before the user is locked: changes of these lock
 * them first, and then refer to the user, for example in the notification of a comment.
 */
export const lockOwned = async (db: Executor, erased: Pick<Erased, 'id' | 'partnerId'>) => {
  const isOwned = (table: { ownerId: PgColumn }) => eq(table.ownerId, erased.id)
  const ofSeries = or(isOwned(taskSeries), eq(taskSeries.createdBy, erased.id), isForPartner(erased))
  // For one partner's task, a change locks the partner's part first, so the definition needs no lock.
  const ofDefinition = and(isOwned(taskDefinitions), eq(taskDefinitions.isForOne, false))
  for (const [table, isOfThem] of [
    [taskSeries, ofSeries],
    [taskDefinitions, ofDefinition],
    [partnerTasks, isOwned(partnerTasks)],
    [taskTemplates, isOwned(taskTemplates)],
  ] as const) {
    await db.select({ id: table.id }).from(table).where(isOfThem).orderBy(table.id).for('no key update')
  }
}

/**
 * Locks a user's profile with its activations and tasks, in the order in which changes of these lock them, and returns the profile's id.
 * Waits for a signature that is being made.
 */
export const lockPartner = async (db: Executor, userId: string) => {
  const [found] = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.userId, userId))
  if (!found) return null
  for (const table of [partnerActivations, partnerTasks]) {
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.partnerId, found.id))
      .orderBy(table.id)
      .for('update')
  }
  await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, found.id))
    .for('update')
  return found.id
}

/**
 * Locks the rows that sign-ins by email and security reports lock before their user, in the same order. Call it before any user is locked:
 * otherwise each would wait for the other.
 */
export const lockSignIns = async (tx: Transaction, erased: Pick<Erased, 'id' | 'email'>) => {
  await tx
    .select({ id: securityAlerts.id })
    .from(securityAlerts)
    .where(eq(securityAlerts.userId, erased.id))
    .orderBy(securityAlerts.id)
    .for('update')
  await lockAddress(tx, erased.email)
  await tx
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(isOfAddress(signInAttempts.email, erased.email))
    .orderBy(signInAttempts.id)
    .for('update')
}

/** Locks a user until the transaction ends, against everything that is about to refer to the user. */
export const lockUser = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'email', 'erasedAt'),
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, userId))
    .for('update', { of: users })
  return user
}
