import type { z } from 'zod'
import { type Audience, changedAudience, namedAudience } from '#contract/audience.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { CreateResource, ReplaceResourceFile, UpdateResource } from '#contract/resources/resources.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedColumns, storedAudience } from '#server/features/audience/views/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import {
  claimRegisteredFile,
  getRegisteredFile,
  type RegisteredFile,
} from '#server/features/files/actions.ts'
import { hasThumbnailOf, type SetThumbnail } from '#server/features/files/thumbnails.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { thumbnailKey } from '#server/storage/object-keys.ts'
import * as data from './data.ts'
import * as events from './events.ts'

type ResourceDeps = Pick<Deps, 'db' | 'jobs' | 'store' | 'log'>

/**
 * Adds a file that this user has just registered to the library.
 * @throws AppError `bad_request` when the file is not theirs, or the folder or a partner does not exist; `unsupported_media_type` when the
 * file is of another type than announced
 */
export const createResource = async (
  deps: ResourceDeps,
  user: Actor,
  resource: z.output<typeof CreateResource>,
) => {
  const { filePath, fileType: _type, fileSize: _size, notify, line, ...fields } = resource
  const file = await getRegisteredFile(deps, user, resource)
  return deps.db.transaction(async (tx) => {
    const details = await checkedDetails(tx, user, fields)
    await claimRegisteredFile(tx, file)
    const { uploadId: _upload, ...stored } = file
    const id = await data.createResource(tx, {
      ...details,
      ...(await storedAudience(tx, details)),
      ...stored,
      filePath,
      uploadedBy: user.id,
    })
    await createVersion(deps, tx, user, id, file)
    if (notify) await deps.jobs.enqueue(tx, 'notify-resource', { id, isNew: true, line })
    const created = await requireResource(tx, id)
    await record(tx, events.resourceCreated, user, {
      resource: created,
      after: filledFields({ ...details, ...fileFields(file) }),
    })
    return created
  })
}

/** Changes a file's details and audience. @throws AppError as `createResource`; `not_found`; `conflict` when the file has changed since */
export const updateResource = async (
  { db }: ResourceDeps,
  user: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, ...change }: z.output<typeof UpdateResource>,
) =>
  db.transaction(async (tx) => {
    requireUnchanged(orNotFound(await data.lockResource(tx, id)), expectedUpdatedAt)
    const former = await requireResource(tx, id)
    const { assignedPartnerIds = [], assignedGroup = null, assignedViewId } = former as Partial<Audience>
    const formerAudience = { assignedPartnerIds, assignedGroup, assignedViewId }
    const { folderId = former.folderId } = change
    const details = await checkedDetails(tx, user, { ...change, folderId }, formerAudience)
    const { assignedPartnerIds: _partners, assignedGroup: _group, assignedViewId: _view, ...rest } = details
    await data.updateResource(tx, id, { ...rest, ...(await changedColumns(tx, formerAudience, details)) })
    const changed = await requireResource(tx, id)
    const changes = changedFields(former, details)
    if (changes) await record(tx, events.resourceChanged, user, { resource: changed, ...changes })
    return changed
  })

/** Withdraws a file, so that only staff can open it. The bytes stay in the store. @throws AppError `not_found` */
export const deleteResource = ({ db }: ResourceDeps, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    orNotFound(await data.lockResource(tx, id))
    const former = await requireResource(tx, id)
    await data.updateResource(tx, id, { isActive: false })
    await record(tx, events.resourceDeleted, user, { resource: former, before: filledFields(former) })
  })

/** Opens a withdrawn file to its audience again. @throws AppError `not_found` */
export const restoreResource = ({ db }: ResourceDeps, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    const isWithdrawn = await data.lockResource(tx, id, false)
    if (isWithdrawn) await data.updateResource(tx, id, { isActive: true })
    const resource = await requireResource(tx, id)
    if (isWithdrawn)
      await record(tx, events.resourceRestored, user, { resource, after: filledFields(resource) })
    return resource
  })

/**
 * Makes a file that this user has just registered the current version of a resource. The link and the former versions stay.
 * @throws AppError as `createResource`, and `not_found`
 */
export const replaceFile = async (
  deps: ResourceDeps,
  user: Actor,
  id: string,
  form: z.output<typeof ReplaceResourceFile>,
) => {
  const before = await requireResource(deps.db, id)
  const file = await getRegisteredFile(deps, user, form)
  const { resource, former } = await deps.db.transaction(async (tx) => {
    const former = orNotFound(await data.lockResource(tx, id))
    await claimRegisteredFile(tx, file)
    const { uploadId: _upload, ...stored } = file
    await data.updateResource(tx, id, { ...stored, thumbnailSize: null, uploadedBy: user.id })
    await createVersion(deps, tx, user, id, file)
    await deps.jobs.enqueue(tx, 'notify-resource', { id, isNew: false })
    await record(tx, events.resourceFileReplaced, user, {
      resource: before,
      before: { ...fileFields(before), sha256: former.sha256 },
      after: fileFields(file),
    })
    return { resource: await requireResource(tx, id), former: former.objectKey }
  })
  await deps.store
    .remove(thumbnailKey(former))
    .catch((err) => deps.log.warn({ err }, 'the thumbnail of a replaced file was not deleted'))
  return resource
}

const fileFields = ({ fileName, fileType, fileSize, ...file }: FileDescription) => ({
  fileName,
  fileType,
  fileSize,
  ...('sha256' in file && { sha256: file.sha256 }),
})

type FileDescription = Pick<RegisteredFile, 'fileName' | 'fileType' | 'fileSize'> & { sha256?: string }

const createVersion = async (
  { jobs }: ResourceDeps,
  tx: Executor,
  user: Actor,
  resourceId: string,
  file: RegisteredFile,
) => {
  const { uploadId: _upload, ...version } = file
  await data.createVersion(tx, { ...version, resourceId, uploadedBy: user.id })
  if (hasThumbnailOf(file.fileType)) await jobs.enqueue(tx, 'thumbnail', { objectKey: file.objectKey })
}

const requireResource = async (db: Executor, id: string) =>
  orNotFound(await data.getResource(db, 'staff', id))

interface Details extends Audience {
  category: ResourceCategory
  folderId: string | null
}

const checkedDetails = async <D extends Details>(
  tx: Executor,
  user: Actor,
  details: D,
  former?: Audience,
): Promise<D> => {
  const { folderId, category } = details
  if (folderId !== null) {
    const categoryOfFolder = await data.lockFolderCategory(tx, folderId)
    if (categoryOfFolder === undefined) throw wrongField('folderId', 'This folder no longer exists.')
    if (categoryOfFolder !== category) throw wrongField('folderId', 'This folder is in another category.')
  }
  const form = { partnerId: null, ...details }
  const named = namedAudience(former ? changedAudience(former, form) : form)
  if (!named) throw wrongField('assignedViewId', 'A view cannot be combined with partners or a group.')
  return { ...details, ...(await checkedAudience(tx, named, { user, ...(former && { former }) })) }
}

/** Stores the size of a thumbnail. A picture that could not be read gets no thumbnail. */
export const setResourceThumbnail =
  ({ db }: Pick<Deps, 'db'>): SetThumbnail =>
  async (objectKey, sizeBytes) =>
    sizeBytes > 0 && data.setThumbnail(db, objectKey, sizeBytes)
