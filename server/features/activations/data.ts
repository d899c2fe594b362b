import { desc, eq } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerActivations } from '#server/db/schema/partners.ts'

export const listActivations = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select()
    .from(partnerActivations)
    .where(eq(partnerActivations.partnerId, partnerId))
    .orderBy(desc(partnerActivations.activationDate), desc(partnerActivations.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countActivations = (db: Executor, partnerId: string) =>
  db.$count(partnerActivations, eq(partnerActivations.partnerId, partnerId))

/** Locks the row until the transaction ends. */
export const lockActivation = async (db: Executor, id: string) => {
  const [activation] = await db
    .select()
    .from(partnerActivations)
    .where(eq(partnerActivations.id, id))
    .for('update')
  return activation
}

export const createActivation = async (db: Executor, activation: typeof partnerActivations.$inferInsert) => {
  const [created] = await db.insert(partnerActivations).values(activation).returning()
  if (!created) throw new Error('no activation came back')
  return created
}

export const updateActivation = async (
  db: Executor,
  id: string,
  change: Partial<typeof partnerActivations.$inferInsert>,
) => {
  const [activation] = await db
    .update(partnerActivations)
    .set(change)
    .where(eq(partnerActivations.id, id))
    .returning()
  if (!activation) throw new Error('the activation to update is gone')
  return activation
}

export const deleteActivation = async (db: Executor, id: string) => {
  await db.delete(partnerActivations).where(eq(partnerActivations.id, id))
}
