import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, returnedRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { activationResources, resourceFiles } from '#server/db/schema/resources.ts'
import type { Audience } from '#server/features/resources/access.ts'
import { visibleTo } from '#server/features/resources/data.ts'
import { pick } from '#server/pick.ts'

const resourceColumns = pick(resourceFiles, 'id', 'title', 'fileType')

/**
 * Adds to each activation the files that it needs, as far as the audience may see them.
 * @param audience null for a user who may see no files
 */
export const withResources = async <Row extends { id: string }>(
  db: Executor,
  audience: Audience | null,
  rows: Row[],
) => {
  const links =
    audience === null || rows.length === 0
      ? []
      : await db
          .select({ activationId: activationResources.activationId, resource: resourceColumns })
          .from(activationResources)
          .innerJoin(resourceFiles, eq(resourceFiles.id, activationResources.resourceId))
          .where(
            and(
              inArray(
                activationResources.activationId,
                rows.map(({ id }) => id),
              ),
              visibleTo(audience),
            ),
          )
          .orderBy(asc(resourceFiles.title), asc(resourceFiles.id))
  const byActivation = Map.groupBy(links, ({ activationId }) => activationId)
  return rows.map((row) => ({
    ...row,
    resources: (byActivation.get(row.id) ?? []).map(({ resource }) => resource),
  }))
}

/** Returns undefined when `found` is empty. */
const oneWithResources = async (db: Executor, audience: Audience | null, found: Row[]) => {
  const [activation] = await withResources(db, audience, found)
  return activation
}

type Row = typeof partnerActivations.$inferSelect

export const listActivations = async (
  db: Executor,
  audience: Audience | null,
  partnerId: string,
  { page, limit }: Page,
) =>
  withResources(
    db,
    audience,
    await db
      .select()
      .from(partnerActivations)
      .where(eq(partnerActivations.partnerId, partnerId))
      .orderBy(desc(partnerActivations.activationDate), desc(partnerActivations.id))
      .limit(limit)
      .offset((page - 1) * limit),
  )

export const countActivations = (db: Executor, partnerId: string) =>
  db.$count(partnerActivations, eq(partnerActivations.partnerId, partnerId))

export const getActivation = async (db: Executor, audience: Audience | null, id: string) =>
  oneWithResources(
    db,
    audience,
    await db.select().from(partnerActivations).where(eq(partnerActivations.id, id)),
  )

/** Returns an activation, locked until the transaction ends. */
export const lockActivation = async (db: Executor, id: string) =>
  oneWithResources(
    db,
    'staff',
    await db.select().from(partnerActivations).where(eq(partnerActivations.id, id)).for('update'),
  )

export const createActivation = (db: Executor, activation: typeof partnerActivations.$inferInsert) =>
  returnedRow(db.insert(partnerActivations).values(activation).returning())

export const updateActivation = async (
  db: Executor,
  id: string,
  change: Partial<typeof partnerActivations.$inferInsert>,
) => {
  const [activation] = await db
    .update(partnerActivations)
    // A change of the files alone has to set this, too, because a form with an older `updatedAt` must be refused.
    .set({ ...change, updatedAt: new Date() })
    .where(eq(partnerActivations.id, id))
    .returning()
  if (!activation) throw new Error('the activation to update is gone')
  return activation
}

export const deleteActivation = deleteFrom(partnerActivations)
