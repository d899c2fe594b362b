import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceFiles, resourceFileVersions, resourceFolders } from '#server/db/schema/resources.ts'
import { drawThumbnail, hasThumbnailOf } from '#server/features/files/thumbnails.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { users } from '../schema/users.ts'
import { type DemoFile, demoFolders, looseFiles } from './library-contents.ts'

// A sample file for each entry of the library, named after its title.
const filesFolder = join(import.meta.dirname, 'files')

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

/** The uploader of all files, and the partner that some of them are assigned to. */
interface People {
  uploadedBy: string
  partnerId: string
}

/** Fills an empty library. */
export const addLibrary = async (db: Executor, store: ObjectStore) => {
  const isUsed = (await db.$count(resourceFiles)) + (await db.$count(resourceFolders)) > 0
  const people = isUsed ? null : await findPeople(db)
  if (!people) return

  for (const { files, ...folder } of demoFolders) {
    const [created] = await db
      .insert(resourceFolders)
      .values({ ...folder, createdBy: people.uploadedBy, createdAt: daysAgo(90) })
      .returning({ id: resourceFolders.id })
    if (!created) throw new Error('no demo folder came back')
    for (const file of files) await addFile(db, store, people, file, folder.category, created.id)
  }
  for (const { category, ...file } of looseFiles) await addFile(db, store, people, file, category, null)
}

/** The demo's own accounts; a database without them was not created by the demo. */
const findPeople = async (db: Executor): Promise<People | null> => {
  const [staff] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'support@demo.test'))
  const [partner] = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(users.email, 'partner@demo.test'))
  return staff && partner ? { uploadedBy: staff.id, partnerId: partner.id } : null
}

const addFile = async (
  db: Executor,
  store: ObjectStore,
  { uploadedBy, partnerId }: People,
  file: DemoFile,
  category: ResourceCategory,
  folderId: string | null,
) => {
  const { title, type, description = null, group = null, isForPaula = false, downloads = 0, age } = file
  const fileName = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${type}`
  const bytes = await readFile(join(filesFolder, fileName))
  const objectKey = newToken()
  await write(store, fileKey(objectKey), bytes)
  const thumbnail = hasThumbnailOf(type) ? await drawThumbnail(bytes) : null
  if (thumbnail) await write(store, thumbnailKey(objectKey), thumbnail)
  const createdAt = daysAgo(age)
  const version = {
    objectKey,
    fileName,
    fileType: type,
    fileSize: bytes.length,
    sha256: hash('sha256', bytes),
    uploadedBy,
    createdAt,
  }
  const [created] = await db
    .insert(resourceFiles)
    .values({
      ...version,
      title,
      description,
      category,
      folderId,
      filePath: objectKey,
      thumbnailSize: thumbnail?.length ?? null,
      assignedGroup: group,
      assignedPartnerIds: isForPaula ? [partnerId] : [],
      downloadCount: downloads,
      updatedAt: createdAt,
    })
    .returning({ id: resourceFiles.id })
  if (!created) throw new Error('no demo file came back')
  await db.insert(resourceFileVersions).values({ ...version, resourceId: created.id })
}

const write = (store: ObjectStore, key: string, bytes: Buffer) =>
  store.write(key, Readable.from([bytes]), bytes.length)
