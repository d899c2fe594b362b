import { and, desc, eq, sql } from 'drizzle-orm'
import type { LeftOutReason } from '#contract/bulk-kinds.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import { isChosen, type PartnerFilter } from '#server/db/partner-filter.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { bulkActionChanges, bulkActions } from '#server/db/schema/bulk-actions.ts'
import { partnerFacts as facts } from '#server/db/schema/partner-facts.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'

export type BulkActionRow = typeof bulkActions.$inferSelect

/** What a step of an action has done: the partners that it changed, with their former values, and how many it left out, by reason. */
export interface StepResult {
  changed: { id: string; formerValue?: string | null }[]
  leftOut?: Partial<Record<LeftOutReason, number>>
}

/** Returns the ids of the partners that match a filter, oldest first, at most `most`. */
export const listMatching = async (tx: Executor, filter: PartnerFilter, most?: number) => {
  // An action for all that match must not miss those that have just changed.
  await refreshAllPartnerFacts(tx)
  const matching = tx
    .select({ id: facts.partnerId })
    .from(facts)
    .where(isChosen(filter))
    .orderBy(facts.createdAt, facts.partnerId)
  const rows = await (most === undefined ? matching : matching.limit(most))
  return rows.map(({ id }) => id)
}

/** Returns those of the ids that are partners, in the order of ids. */
const listExisting = async (tx: Executor, ids: string[]) => {
  const rows = await tx
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(sql`${partnerProfiles.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(partnerProfiles.id)
  return rows.map(({ id }) => id)
}

/** Returns the partners that are named by their ids, or that match a filter. */
export const listChosen = (
  tx: Executor,
  { ids, filter }: { ids?: string[] | undefined; filter: PartnerFilter },
) => (ids ? listExisting(tx, ids) : listMatching(tx, filter))

/** Lets requests with the same idempotency key of a user happen one after the other, until the transaction ends. */
export const lockKey = async (tx: Executor, userId: string, key: string) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bulk action ${userId} ${key}`}, 0))`)
}

/** Adds an action. Returns undefined when the user has already used its idempotency key. */
export const insertAction = async (tx: Executor, action: typeof bulkActions.$inferInsert) => {
  const [row] = await tx.insert(bulkActions).values(action).onConflictDoNothing().returning()
  return row
}

export const getAction = (db: Executor, id: string) =>
  findRow(db.select().from(bulkActions), eq(bulkActions.id, id))

const isOf = (userId: string) => eq(bulkActions.requestedBy, userId)

/** Lists the actions of a user, the latest first. */
export const listActions = (db: Executor, userId: string, { page, limit }: Page) =>
  db
    .select()
    .from(bulkActions)
    .where(isOf(userId))
    .orderBy(desc(bulkActions.createdAt), desc(bulkActions.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countActions = (db: Executor, userId: string) => db.$count(bulkActions, isOf(userId))

export const getActionByKey = (db: Executor, requestedBy: string, idempotencyKey: string) =>
  findRow(
    db.select().from(bulkActions),
    and(isOf(requestedBy), eq(bulkActions.idempotencyKey, idempotencyKey)),
  )

/** Returns an action, locked until the transaction ends, so that its steps and taking it back happen one after the other. */
export const lockAction = (tx: Executor, id: string) =>
  lockRow(tx.select().from(bulkActions), eq(bulkActions.id, id), 'no key update')

export const updateAction = async (tx: Executor, id: string, change: Partial<BulkActionRow>) => {
  const [row] = await tx.update(bulkActions).set(change).where(eq(bulkActions.id, id)).returning()
  if (!row) throw new Error('the bulk action to update was not found')
  return row
}

/** Stores the former values of a step, so that the action can be taken back. */
export const addChanges = async (tx: Executor, actionId: string, changed: StepResult['changed']) => {
  const rows = changed.flatMap(({ id, formerValue }) =>
    formerValue === undefined ? [] : [{ actionId, partnerId: id, formerValue }],
  )
  if (rows.length > 0) await tx.insert(bulkActionChanges).values(rows)
}

/** Returns the partners that an action has changed, by their former values. */
export const listFormerValues = async (tx: Executor, actionId: string) => {
  const rows = await tx
    .select({
      formerValue: bulkActionChanges.formerValue,
      partnerIds: sql<
        string[]
      >`array_agg(${bulkActionChanges.partnerId} order by ${bulkActionChanges.partnerId})`,
    })
    .from(bulkActionChanges)
    .where(eq(bulkActionChanges.actionId, actionId))
    .groupBy(bulkActionChanges.formerValue)
  return rows
}

/** Deletes actions that were requested more than 30 days ago. */
export const deleteOldActions = (db: Executor) =>
  db.delete(bulkActions).where(sql`${bulkActions.createdAt} < now() - interval '30 days'`)
