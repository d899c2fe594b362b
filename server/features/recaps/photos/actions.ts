import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { type FileType, fileTypeOf } from '#contract/files/file-types.ts'
import { maxPhotos } from '#contract/limits.ts'
import type { addPhoto as contract } from '#contract/recaps.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import {
  claimRegisteredFile,
  getRegisteredFile,
  releaseFiles,
  storeFile,
} from '#server/features/files/actions.ts'
import { drawThumbnail, hasThumbnailOf } from '#server/features/files/thumbnails.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import { canRemovePhoto, requireHeld, requireReadable } from '../access.ts'
import * as data from '../data.ts'
import { photoAdded, photoRemoved } from '../events.ts'
import { drawPhoto } from './draw-photo.ts'
import { photoFor } from './photo-for.ts'

type PhotoDeps = Pick<Deps, 'db' | 'store' | 'settings'>

const requirePicture = (type: FileType | null) => {
  if (!type || !hasThumbnailOf(type)) {
    throw new AppError('unsupported_media_type', 'Choose a photo: JPEG, PNG, WebP, GIF or HEIC.')
  }
}

const requireRoom = (photos: unknown[]) => {
  if (photos.length >= maxPhotos) {
    throw new AppError('conflict', `An event can have at most ${maxPhotos} photos.`)
  }
}

/**
 * Checks whether an activation takes a photo with this name.
 * @throws AppError `not_found`; `unsupported_media_type`; `conflict` as `requireHeld`, or when there are too many photos
 */
export const requirePhotoAllowed = async (
  db: Database,
  user: SignedInUser,
  id: string,
  { fileName }: { fileName: string },
) => {
  requireHeld(user, await data.getEvent(db, id))
  requirePicture(fileTypeOf(fileName))
  requireRoom(await data.listPhotos(db, id))
}

/**
 * Adds a photo that this user has just registered, drawn anew; the file that was uploaded is deleted by the next sweep. A call that repeats
 * a `clientId` gets the same photo.
 * @throws AppError as `requirePhotoAllowed`; `bad_request` for a file that the user may not use
 */
export const addPhoto = async (
  deps: PhotoDeps,
  user: SignedInUser,
  id: string,
  { filePath, clientId }: z.output<typeof contract.body>,
) => {
  const { db, store } = deps
  const isSame = (photo: data.PhotoRow) => photo.clientId === clientId
  requireHeld(user, await data.getEvent(db, id))
  const added = (await data.listPhotos(db, id)).find(isSame)
  if (added) return photoFor(user, added)
  const upload = await getRegisteredFile(deps, user, { filePath }, 'proof')
  requirePicture(upload.fileType)
  const drawn = await drawPhoto(await buffer(await store.read(fileKey(upload.objectKey))))
  const thumbnail = drawn && (await drawThumbnail(drawn.bytes))
  if (!drawn || !thumbnail) {
    throw new AppError('unsupported_media_type', 'This photo cannot be read. Choose another one.')
  }
  const { bytes, width, height } = drawn
  const file = await storeFile(deps, { fileName: 'photo.jpg', fileType: 'jpg', bytes })
  await store.write(thumbnailKey(file.objectKey), Readable.from([thumbnail]), thumbnail.length)
  return db.transaction(async (tx) => {
    const activation = requireHeld(user, await data.lockEvent(tx, id))
    const photos = await data.listPhotos(tx, id)
    const known = photos.find(isSame)
    if (known) return photoFor(user, known)
    requireRoom(photos)
    await claimRegisteredFile(tx, file)
    const { objectKey, fileSize, sha256: fileSha256 } = file
    const photo = await data.addPhoto(tx, {
      ...{ activationId: id, clientId, uploadedBy: user.id, width, height },
      ...{ filePath: objectKey, fileSize, fileSha256, thumbnailSize: thumbnail.length },
    })
    await record(tx, photoAdded, user, { activation })
    return photoFor(user, photo)
  })
}

/** Removes a photo. @throws AppError `not_found`, also for a photo that somebody else has added */
export const removePhoto = (db: Database, user: SignedInUser, id: string, photoId: string) =>
  db.transaction(async (tx) => {
    const activation = requireReadable(user, await data.lockEvent(tx, id))
    const photo = (await data.listPhotos(tx, id)).find((each) => each.id === photoId)
    if (!photo || !canRemovePhoto(user, photo)) throw notFound()
    await releaseFiles(tx, [photo.filePath])
    await data.deletePhoto(tx, photoId)
    await record(tx, photoRemoved, user, { activation })
  })
