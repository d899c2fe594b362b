import { createHash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  contentTypeOf,
  type FileType,
  fileTypeOf,
  maxChatFileSize,
  maxFileSize,
  type UploadPurpose,
} from '#contract/files/file-types.ts'
import type { UploadRequest } from '#contract/files/files.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { fileBytesOf } from '#server/file-types/file-bytes.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { maxBodyTimeoutMs } from '#server/http/body-limits.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey, previewKey, thumbnailKey, uploadKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { releasedChunks } from '#server/storage/released-chunks.ts'
import { requireFileOfType } from './check-file.ts'
import * as data from './data.ts'
import { announceScan, enqueueScan } from './scans/actions.ts'
import { createScan, deleteScan } from './scans/data.ts'

type FileDeps = Pick<Deps, 'db' | 'store'>
type RegisterDeps = FileDeps & Pick<Deps, 'settings' | 'jobs'>
type Uploader = { id: string }

// A slow connection needs this long for 50 MB.
const uploadUrlLifetimeMs = maxBodyTimeoutMs

const purposes = {
  library: { path: '/api/objects/upload', maxBytes: maxFileSize },
  chat: { path: '/api/chat/uploads', maxBytes: maxChatFileSize },
  proof: { path: '/api/task-proofs/upload', maxBytes: maxFileSize },
} satisfies Record<UploadPurpose, unknown>

const tooLarge = (purpose: UploadPurpose) =>
  new AppError('too_large', `The file is too large. At most ${purposes[purpose].maxBytes / 2 ** 20} MB.`)
const badUpload = (message: string, field: string) =>
  new AppError('bad_request', message, { fields: { [field]: message } })

/**
 * Creates an upload and returns its URL, which accepts only the announced type and size.
 * @throws AppError `too_large`
 */
export const requestUpload = async (
  { db, store }: FileDeps,
  user: Uploader,
  announced: Omit<z.output<typeof UploadRequest>, 'fileName'> & { fileName: string | null },
  purpose: UploadPurpose = 'library',
) => {
  const { fileName, fileSize: size } = announced
  const fileType = announced.fileType ?? (fileName ? fileTypeOf(fileName) : null)
  if (size !== undefined && size > purposes[purpose].maxBytes) throw tooLarge(purpose)
  const upload = await data.createUpload(db, {
    userId: user.id,
    purpose,
    objectKey: newToken(),
    fileName,
    fileType,
    fileSize: size ?? null,
    expiresAt: new Date(Date.now() + uploadUrlLifetimeMs),
  })
  if (!store.bucket) return { uploadURL: `${purposes[purpose].path}/${upload.id}` }
  const bound = {
    ...(fileType && { contentType: contentTypeOf(fileType) }),
    ...(size !== undefined && { size }),
  }
  return { uploadURL: await store.bucket.signUploadUrl(uploadKey(upload), bound, uploadUrlLifetimeMs / 1000) }
}

/**
 * Stores the bytes of an upload. If the headers are wrong, the upload is refused before its body is read.
 * @throws AppError `not_found` for the upload of another user, `conflict` for one that has been used or has expired
 */
export const receiveUpload = async (
  { db, store }: FileDeps,
  user: Uploader,
  id: string,
  request: IncomingMessage,
  purpose: UploadPurpose = 'library',
) => {
  const upload = await data.getOwnUpload(db, user.id, id, purpose)
  if (!upload || store.bucket) throw notFound()
  if (upload.receivedAt) throw alreadyReceived()
  if (upload.expiresAt < new Date()) {
    throw new AppError('conflict', 'This upload has expired. Choose the file again.')
  }
  const size = requireContentLength(request)
  if (size > purposes[purpose].maxBytes || (upload.fileSize !== null && size > upload.fileSize))
    throw tooLarge(purpose)
  if (upload.fileSize !== null && size < upload.fileSize) throw incomplete()
  const announced = upload.fileType && contentTypeOf(upload.fileType)
  if (announced && mediaTypeOf(request) !== announced) {
    throw new AppError('unsupported_media_type', `The content type must be ${announced}`)
  }
  // A failed write must leave the request open, so that the error response can be sent.
  const bytes = releasedChunks(request.iterator({ destroyOnReturn: false }))
  await store.write(uploadKey(upload), bytes, size).catch((error) => {
    throw hasDisconnected(request) ? incomplete() : error
  })
  if (!(await data.setReceived(db, id))) throw alreadyReceived()
}

/** Whether the client has disconnected, which is not a failure of the store. */
const hasDisconnected = ({ errored }: IncomingMessage) =>
  errored !== null && (errored as NodeJS.ErrnoException).code === 'ECONNRESET'

const alreadyReceived = () => new AppError('conflict', 'This file has already been uploaded.')
const incomplete = () => new AppError('bad_request', 'The upload was incomplete. Upload the file again.')

/** Returns the media type of a request without parameters, such as the charset. */
const mediaTypeOf = ({ headers }: IncomingMessage) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase()

/** Returns the length of the body, which browsers always send and the HTTP parser enforces. */
const requireContentLength = (request: IncomingMessage) => {
  const given = request.headers['content-length']
  if (given === undefined) throw new AppError('bad_request', 'Content-Length is required')
  return Number(given)
}

/**
 * Moves the file that this user has uploaded to its final key, where no upload reaches it, and checks it there, so that the bytes cannot
 * change after the check. A second call returns the same result.
 * @throws AppError `bad_request` when no file was uploaded, `conflict` while it is being checked, `too_large`, `unsupported_media_type`
 */
export const registerUpload = async (
  deps: RegisterDeps,
  user: Uploader,
  resourceURL: string,
  purpose: UploadPurpose = 'library',
) => {
  const { db, store } = deps
  const id = uploadIdIn(resourceURL)
  const upload = id === null ? undefined : await data.getOwnUpload(db, user.id, id, purpose)
  if (!upload) throw badUpload('You have no upload at this address.', 'resourceURL')
  if (upload.registeredAt) return { objectPath: upload.objectKey }

  if (!(await data.beginCheck(db, upload.id))) {
    throw new AppError('conflict', 'This file is still being checked.')
  }
  try {
    const found = await finalizeUpload(store, upload)
    await db.transaction(async (tx) => {
      await data.setRegistered(tx, upload.id, found)
      await enqueueScan(deps, tx, upload.objectKey)
    })
  } catch (error) {
    await data.endCheck(db, upload.id)
    throw error
  }
  return { objectPath: upload.objectKey }
}

/** Moves an upload to its final key, and deletes it if it is not what was announced. */
const finalizeUpload = async (store: ObjectStore, upload: data.Upload) => {
  const key = fileKey(upload.objectKey)
  if ((await store.size(uploadKey(upload))) !== null) await store.move(uploadKey(upload), key)
  const size = await store.size(key)
  if (size === null) throw badUpload('The file was not received. Upload it again.', 'resourceURL')
  try {
    if (size > purposes[upload.purpose].maxBytes) throw tooLarge(upload.purpose)
    if (upload.fileSize !== null && size !== upload.fileSize) throw incomplete()
    if (upload.fileType) {
      await requireFileOfType(upload.fileType, fileBytesOf(store, key, size), upload.purpose)
    }
  } catch (error) {
    if (error instanceof AppError) await store.remove(key)
    throw error
  }
  return { storedSize: size, sha256: await sha256Of(store, key) }
}

/** Returns the id at the end of an upload's address, which is the portal's or the bucket's; null if there is none. */
const uploadIdIn = (resourceURL: string) => {
  const path = URL.parse(resourceURL, 'http://portal')?.pathname ?? ''
  return /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(path)?.[1] ?? null
}

const sha256Of = async (store: ObjectStore, key: string) => {
  const hash = createHash('sha256')
  for await (const chunk of releasedChunks(await store.read(key))) hash.update(chunk)
  return hash.digest('hex')
}

/** A registered file that a row can refer to. */
export interface RegisteredFile {
  uploadId: string
  objectKey: string
  fileName: string | null
  fileType: FileType
  fileSize: number
  sha256: string
}

/**
 * Returns the file that this user has just registered under this path, if it is as expected. The type defaults to the announced one.
 * @throws AppError `bad_request`, or `unsupported_media_type` when it is of another type
 */
export const getRegisteredFile = async (
  { db, store }: FileDeps,
  user: Uploader,
  expected: { filePath: string; fileType?: FileType | undefined; fileSize?: number | undefined },
  purpose: UploadPurpose = 'library',
): Promise<RegisteredFile> => {
  const upload = await data.getUsableUpload(db, user.id, expected.filePath, purpose)
  if (!upload || upload.storedSize === null || upload.sha256 === null) throw notUploaded()
  const { id: uploadId, objectKey, fileName, storedSize: fileSize, sha256 } = upload
  if (expected.fileSize !== undefined && fileSize !== expected.fileSize) {
    throw badUpload(`The file has ${fileSize} bytes.`, 'fileSize')
  }
  const fileType = expected.fileType ?? upload.fileType
  if (!fileType) throw badUpload('File type is required', 'fileType')
  if (upload.fileType !== fileType) {
    await requireFileOfType(fileType, fileBytesOf(store, fileKey(objectKey), fileSize), upload.purpose)
  }
  return { uploadId, objectKey, fileName, fileType, fileSize, sha256 }
}

/**
 * Stores a file that the portal itself has written. The sweep deletes it if no row refers to it. The virus scanner does not scan it.
 * @throws StorageError
 */
export const storeFile = async (
  { db, store, settings }: Pick<Deps, 'store' | 'settings'> & { db: Executor },
  {
    fileName,
    fileType,
    bytes,
    objectKey = newToken(),
  }: { fileName: string; fileType: FileType; bytes: Buffer; objectKey?: string },
): Promise<RegisteredFile> => {
  const { id: uploadId } = await data.createUpload(db, {
    purpose: 'library',
    objectKey,
    expiresAt: new Date(),
  })
  const sha256 = hash('sha256', bytes)
  await store.write(fileKey(objectKey), Readable.from([bytes]), bytes.length)
  await data.setRegistered(db, uploadId, { storedSize: bytes.length, sha256 })
  if (settings.clamavUrl) await createScan(db, objectKey, 'clean')
  return { uploadId, objectKey, fileName, fileType, fileSize: bytes.length, sha256 }
}

/**
 * Returns the file that this user has just registered for the chat under this path.
 * @throws AppError `bad_request`
 */
export const getRegisteredChatFile = async (db: Executor, user: Uploader, filePath: string) => {
  const upload = await data.getUsableUpload(db, user.id, filePath, 'chat')
  const { id: uploadId, objectKey, fileName, fileType, storedSize: fileSize, sha256 } = upload ?? {}
  if (!uploadId || !objectKey || !fileName || !fileType || fileSize == null || !sha256) throw notUploaded()
  return { uploadId, objectKey, fileName, fileType, fileSize, sha256 }
}

/**
 * Marks a registered file as used, once. Call it in the transaction that refers to it.
 * @throws AppError `bad_request` when something refers to it already
 */
export const claimRegisteredFile = async (tx: Executor, file: RegisteredFile) => {
  if (!(await data.setUsed(tx, file.uploadId))) throw notUploaded()
  await announceScan(tx, file.objectKey)
}

const notUploaded = () => badUpload('Upload the file first.', 'filePath')

/**
 * Releases registered files that nothing refers to any more. Once the caller's transaction has committed, the next sweep deletes them with
 * their thumbnails and previews.
 */
export const releaseFiles = async (tx: Executor, objectKeys: string[]) => {
  if (objectKeys.length > 0) await data.setUnused(tx, objectKeys)
}

/** Deletes the uploads that are older than a day, and the files of those that nothing uses. */
export const sweepUploads = async ({ db, store }: FileDeps) => {
  const sweepOne = () =>
    db.transaction(async (tx) => {
      const upload = await data.lockOldUpload(tx)
      if (!upload) return false
      await store.remove(uploadKey(upload))
      if (!upload.usedAt) {
        await store.remove(fileKey(upload.objectKey))
        await store.remove(thumbnailKey(upload.objectKey))
        await store.remove(previewKey(upload.objectKey))
        await deleteScan(tx, upload.objectKey)
      }
      await data.deleteUpload(tx, upload.id)
      return true
    })
  while (await sweepOne());
}
