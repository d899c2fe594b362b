import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { activationPhotos, activationRecaps } from '#server/db/schema/recaps.ts'
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

const { searchText: _search, planId: _plan, ...columns } = getTableColumns(partnerActivations)
const { id: ownId, definitionId } = columns

/** The columns of an activation. Whoever reads one sees by `isShared` whether other partners have the event as well. */
export const activationColumns = {
  ...columns,
  plan: sql<{ id: string; name: string } | null>`(
    select json_build_object('id', plan.id, 'name', plan.name) from task_sets as plan where plan.id = "partner_activations"."plan_id")`.as(
    'plan',
  ),
  definitionId: sql<string>`coalesce(${definitionId}, ${ownId})`.as('definition_id'),
  isShared: sql<boolean>`${definitionId} is not null and exists (
    select from partner_activations other
    where other.definition_id = ${sql`"partner_activations"."definition_id"`} and other.id <> ${sql`"partner_activations"."id"`})`.as(
    'is_shared',
  ),
  hasRecap: sql<boolean>`exists (
    select from activation_recaps recap
    where recap.activation_id = ${sql`"partner_activations"."id"`} and recap.submitted_at is not null)`.as(
    'has_recap',
  ),
}

type Row = Omit<typeof partnerActivations.$inferSelect, 'searchText' | 'planId'> & {
  plan: { id: string; name: string } | null
  definitionId: string
  isShared: boolean
  hasRecap: boolean
}

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
      .select(activationColumns)
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
    await db.select(activationColumns).from(partnerActivations).where(eq(partnerActivations.id, id)),
  )

/**
 * Locks an activation until the transaction ends, together with those of its event for other partners, in the order of their ids.
 * @returns the activation, and the ids of all activations of its event
 */
export const lockActivation = async (db: Executor, id: string) => {
  const sharedId = db.select({ id: definitionId }).from(partnerActivations).where(eq(ownId, id))
  const locked = await db
    .select({ id: ownId })
    .from(partnerActivations)
    .where(sql`${ownId} = ${id} or ${definitionId} = (${sharedId})`)
    .orderBy(asc(ownId))
    .for('update')
  const activation = await getActivation(db, 'staff', id)
  return activation && { activation, ids: locked.map((row) => row.id) }
}

/** Lists the activations with these ids. */
export const listEvent = (db: Executor, ids: string[]) =>
  db.select(activationColumns).from(partnerActivations).where(inArray(ownId, ids)).orderBy(asc(ownId))

export type NewActivation = typeof partnerActivations.$inferInsert

/** Inserts activations, and returns them with the names of their partners, in the order of these. */
export const createActivations = async (db: Executor, activations: NewActivation[]) => {
  const created = await db.insert(partnerActivations).values(activations).returning({ id: ownId })
  return db
    .select({ ...activationColumns, partnerName: partnerProfiles.fullName })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .where(
      inArray(
        ownId,
        created.map(({ id }) => id),
      ),
    )
    .orderBy(asc(partnerProfiles.fullName), asc(ownId))
}

/** Changes activations. A change of the files alone has to call it, too, because a form with an older `updatedAt` must be refused. */
export const updateActivations = (db: Executor, ids: string[], change: Partial<NewActivation>) =>
  db
    .update(partnerActivations)
    .set({ ...change, updatedAt: new Date() })
    .where(inArray(ownId, ids))

/** Returns those of the partners that exist. */
export const findPartners = async (db: Executor, ids: string[]) => {
  const found = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(inArray(partnerProfiles.id, ids))
    .orderBy(partnerProfiles.id)
    .for('key share')
  return found.map(({ id }) => id)
}

/** Returns whether the agreement is one of the partner, and keeps it from being deleted until the transaction ends. */
export const isAgreementOf = async (db: Executor, documentId: string, partnerId: string) => {
  const [found] = await db
    .select({ id: partnerDocuments.id })
    .from(partnerDocuments)
    .where(and(eq(partnerDocuments.id, documentId), eq(partnerDocuments.partnerId, partnerId)))
    .for('key share')
  return found !== undefined
}

export const deleteActivation = deleteFrom(partnerActivations)

/** Whether an activation has a recap or photos, which belong to its partner. */
export const hasRecapOrPhotos = async (db: Executor, activationId: string) => {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${activationRecaps} where activation_id = ${activationId})
      or exists (select from ${activationPhotos} where activation_id = ${activationId}) as found`)
  return rows[0]?.found === true
}

/** Lists the files of the photos of an activation, by their names in the store. */
export const listPhotoFiles = async (db: Executor, activationId: string) => {
  const photos = await db
    .select({ filePath: activationPhotos.filePath })
    .from(activationPhotos)
    .where(eq(activationPhotos.activationId, activationId))
  return photos.map(({ filePath }) => filePath)
}
