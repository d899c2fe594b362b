import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import {
  resourceDownloads,
  resourceFiles,
  resourceFileVersions,
  resourceFolders,
} from '#server/db/schema/resources.ts'
import { resourceCreated, resourceDownloaded } from '#server/features/resources/events.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { users } from '../schema/users.ts'
import { drawSample, readSample, storeSample } from './files.ts'
import { insertMany } from './insert-many.ts'
import { type DemoFile, demoFolders, looseFiles } from './library-contents.ts'
import { daysAgo, spread } from './moments.ts'
import type { DemoDeps, Partner, Team } from './people.ts'
import { demoTeam } from './team.ts'

type Placed = DemoFile & { category: ResourceCategory; folderId: string | null }

/** Fills an empty library, if the demo filled the database. */
export const addLibrary = async (db: Executor, store: ObjectStore) => {
  const isUsed = (await db.$count(resourceFiles)) + (await db.$count(resourceFolders)) > 0
  const people = isUsed ? null : await findPeople(db)
  if (!people) return

  const folders = demoFolders.map((folder) => ({ ...folder, id: randomUUID() }))
  await db.insert(resourceFolders).values(
    folders.map(({ files: _, ...row }) => ({
      ...row,
      createdBy: people.uploaders[0],
      createdAt: daysAgo(90),
    })),
  )
  const files: Placed[] = [
    ...folders.flatMap(({ id: folderId, category, files }) =>
      files.map((file) => ({ ...file, category, folderId })),
    ),
    ...looseFiles.map((file) => ({ ...file, folderId: null })),
  ]
  const rows = await Promise.all(files.map((file, index) => storeFile(store, people, file, index)))
  await db.insert(resourceFiles).values(rows.map(({ file }) => file))
  await db.insert(resourceFileVersions).values(rows.map(({ version }) => version))
}

/** Finds the demo's own users. A database without them was not filled by the demo. */
const findPeople = async (db: Executor) => {
  const emails = [demoTeam.sam.email, demoTeam.jordan.email]
  const staff = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(users.createdAt)
  const [partner] = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(users.email, 'partner@demo.test'))
  return staff.length > 0 && partner ? { uploaders: staff.map(({ id }) => id), partnerId: partner.id } : null
}

const storeFile = async (
  store: ObjectStore,
  { uploaders, partnerId }: NonNullable<Awaited<ReturnType<typeof findPeople>>>,
  placed: Placed,
  index: number,
) => {
  const { title, type, description = null, group = null, isForPaula, downloads = 0, age, ...place } = placed
  const fileName = `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${type}`
  const bytes = await readSample('files', fileName)
  const thumbnail = await drawSample(bytes, type)
  const stored = await storeSample(store, bytes, { fileName, fileType: type }, thumbnail)
  const createdAt = daysAgo(age)
  const id = randomUUID()
  const version = { ...stored, resourceId: id, uploadedBy: uploaders[index % uploaders.length], createdAt }
  const { resourceId: _id, ...current } = version
  const file = {
    ...current,
    ...place,
    id,
    title,
    description,
    filePath: stored.objectKey,
    thumbnailSize: thumbnail?.length ?? null,
    assignedGroup: group,
    assignedPartnerIds: isForPaula ? [partnerId] : [],
    downloadCount: downloads,
    updatedAt: createdAt,
  }
  return { file, version }
}

/** Records downloads to match the download count of each library file, and who added the files. */
export const createDownloads = async ({ db, journal }: DemoDeps, partners: Partner[], team: Team) => {
  const files = await db
    .select({
      id: resourceFiles.id,
      title: resourceFiles.title,
      group: resourceFiles.assignedGroup,
      uploadedBy: resourceFiles.uploadedBy,
      downloads: resourceFiles.downloadCount,
      createdAt: resourceFiles.createdAt,
    })
    .from(resourceFiles)
    .orderBy(resourceFiles.title)
  const rows = files.flatMap(({ id, title, group, downloads, createdAt }, index) => {
    const age = Math.floor((Date.now() - createdAt.getTime()) / 86_400_000)
    return spread(downloads, Math.min(age, 83)).map((downloadedAt, row) => {
      const readers = partners.filter(
        ({ steps, group: own }) => daysAgo(steps[1] ?? 0) < downloadedAt && (!group || group === own),
      )
      const reader = readers[(index * 3 + row * 5) % readers.length] ?? partners[0]
      return { resourceId: id, userId: reader?.user.id ?? null, downloadedAt, title, reader }
    })
  })
  await insertMany(
    db,
    resourceDownloads,
    rows.map(({ title: _title, reader: _reader, ...row }) => row),
  )
  for (const { resourceId, downloadedAt, title, reader } of rows) {
    if (!reader) continue
    const resource = { id: resourceId, title }
    journal.record(downloadedAt, resourceDownloaded, reader.user, { resource, partnerId: reader.id })
  }
  for (const { id, title, uploadedBy, createdAt } of files) {
    const uploader = Object.values(team).find((member) => member.id === uploadedBy) ?? team.sam
    journal.record(createdAt, resourceCreated, uploader, { resource: { id, title } })
  }
}
