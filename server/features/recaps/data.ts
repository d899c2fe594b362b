import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, findRow, lockRow, returnedRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { activationPhotos, activationRecaps } from '#server/db/schema/recaps.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
} from '#server/features/files/scans/data.ts'
import { insertNotifications } from '#server/features/notifications/data.ts'
import { pick } from '#server/pick.ts'

const eventColumns = {
  ...pick(partnerActivations, 'id', 'partnerId', 'name', 'activationDate', 'endsAt', 'timeZone', 'place'),
  ...pick(partnerActivations, 'stage', 'expectedGuests', 'expectedSignUps'),
  /** The questions that the plan of the event asks. */
  questions: sql<string[]>`coalesce((
    select plan.recap_questions from task_sets as plan where plan.id = "partner_activations"."plan_id"), '[]')`,
}

/** Reads an activation as far as its recap shows it, with the business of its partner. */
export const getEvent = (db: Executor, id: string) =>
  findRow(
    db
      .select({ ...eventColumns, businessName: partnerProfiles.businessName })
      .from(partnerActivations)
      .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId)),
    eq(partnerActivations.id, id),
  )

/** Locks an activation, so that its recap and its photos are changed one after the other. */
export const lockEvent = (tx: Executor, id: string) =>
  lockRow(tx.select(eventColumns).from(partnerActivations), eq(partnerActivations.id, id), 'no key update')

export const getRecap = (db: Executor, activationId: string) =>
  findRow(db.select().from(activationRecaps), eq(activationRecaps.activationId, activationId))

export type RecapRow = NonNullable<Awaited<ReturnType<typeof getRecap>>>

export const saveRecap = (tx: Executor, values: typeof activationRecaps.$inferInsert) => {
  const saved = { ...values, updatedAt: new Date() }
  return returnedRow(
    tx
      .insert(activationRecaps)
      .values(saved)
      .onConflictDoUpdate({ target: activationRecaps.activationId, set: saved })
      .returning(),
  )
}

/** Returns the partner's last event before a moment that has a recap, with its figures. */
export const getFormer = async (
  db: Executor,
  { partnerId, activationDate }: { partnerId: string; activationDate: Date },
) => {
  const former = alias(partnerActivations, 'former')
  const [row] = await db
    .select({
      ...pick(former, 'id', 'name', 'activationDate'),
      ...pick(activationRecaps, 'guests', 'signUps'),
    })
    .from(former)
    .innerJoin(activationRecaps, eq(activationRecaps.activationId, former.id))
    .where(
      and(
        eq(former.partnerId, partnerId),
        sql`${former.activationDate} < ${activationDate}`,
        sql`${activationRecaps.submittedAt} is not null`,
      ),
    )
    .orderBy(sql`${former.activationDate} desc`, sql`${former.id} desc`)
    .limit(1)
  return row
}

/** Lists the recaps of a partner's events that were sent, the earliest event first. */
export const listPartnerRecaps = (db: Executor, partnerId: string) =>
  db
    .select({
      ...pick(partnerActivations, 'name', 'activationDate'),
      ...pick(activationRecaps, 'guests', 'signUps', 'wentWell', 'improve', 'answers', 'submittedAt'),
    })
    .from(activationRecaps)
    .innerJoin(partnerActivations, eq(partnerActivations.id, activationRecaps.activationId))
    .where(and(eq(partnerActivations.partnerId, partnerId), sql`${activationRecaps.submittedAt} is not null`))
    .orderBy(asc(partnerActivations.activationDate), asc(partnerActivations.id))

/** Lists the photos of an activation, the earliest first. */
export const listPhotos = (db: Executor, activationId: string) =>
  db
    .select()
    .from(activationPhotos)
    .where(eq(activationPhotos.activationId, activationId))
    .orderBy(asc(activationPhotos.createdAt), asc(activationPhotos.id))

export type PhotoRow = typeof activationPhotos.$inferSelect

export const addPhoto = (tx: Executor, photo: typeof activationPhotos.$inferInsert) =>
  returnedRow(tx.insert(activationPhotos).values(photo).returning())

export const deletePhoto = deleteFrom(activationPhotos)

/** Lists the photos of a partner's events, the earliest first. */
export const listPartnerPhotos = (db: Executor, partnerId: string) =>
  db
    .select({ ...pick(activationPhotos, 'filePath', 'createdAt'), name: partnerActivations.name })
    .from(activationPhotos)
    .innerJoin(partnerActivations, eq(partnerActivations.id, activationPhotos.activationId))
    .where(eq(partnerActivations.partnerId, partnerId))
    .orderBy(asc(activationPhotos.createdAt), asc(activationPhotos.id))

/** Returns the stored file of a photo, and the partner of its event. */
export const getPhotoFile = async (db: Executor, filePath: string) => {
  const [photo] = await db
    .select({
      ...pick(activationPhotos, 'fileSize', 'thumbnailSize'),
      ...pick(partnerActivations, 'partnerId'),
      title: partnerActivations.name,
      objectKey: activationPhotos.filePath,
      sha256: activationPhotos.fileSha256,
      fileType: sql<'jpg'>`'jpg'`,
    })
    .from(activationPhotos)
    .innerJoin(partnerActivations, eq(partnerActivations.id, activationPhotos.activationId))
    .where(eq(activationPhotos.filePath, filePath))
  return photo
}

/** Notifies the manager of the partner of a recap, or all staff where there is none, apart from who wrote it. */
export const notifyStaffOfRecap = (tx: Executor, activationId: string, byId: string | null) =>
  insertNotifications(
    tx,
    'recap_submitted',
    sql`
      select staff.id as user_id, 'Recap: ' || own.name || ' · ' || profile.business_name as title,
        own.id as activation_id, own.partner_id, own.id::text as occasion
      from partner_activations own
      join partner_profiles profile on profile.id = own.partner_id
      left join users manager on manager.id = profile.manager_id and manager.role <> 'user' and manager.disabled_at is null
      join users staff on staff.role in ('support', 'admin') and (manager.id is null or staff.id = manager.id)
      where own.id = ${activationId} and staff.id is distinct from ${byId}::uuid`,
    ['activation_id', 'partner_id', 'occasion'],
  )

/** Lists the quarantined photos of a partner, or of all partners for null. */
export const listQuarantinedPhotos = (db: Executor, partnerId: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(activationPhotos, eq(activationPhotos.filePath, fileScans.objectKey))
    .innerJoin(partnerActivations, eq(partnerActivations.id, activationPhotos.activationId))
    .where(and(isQuarantined, partnerId === null ? undefined : eq(partnerActivations.partnerId, partnerId)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)
