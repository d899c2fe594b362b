import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileType } from '#contract/files/file-types.ts'
import { drawThumbnail, hasThumbnailOf } from '#server/features/files/thumbnails.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** Reads a sample file: `files` has the library files, `pictures` the photos of people and of their work. */
export const readSample = (folder: 'files' | 'pictures', fileName: string) =>
  readFile(join(import.meta.dirname, folder, fileName))

/** Draws the thumbnail of a picture, which takes longer than everything else about a file; null for files without a thumbnail. */
export const drawSample = async (bytes: Buffer, fileType: FileType) =>
  hasThumbnailOf(fileType) ? drawThumbnail(bytes) : null

/** Stores a file like one that was uploaded and is in use. */
export const storeSample = async (
  store: ObjectStore,
  bytes: Buffer,
  file: { fileName: string; fileType: FileType },
  thumbnail: Buffer | null = null,
) => {
  const objectKey = newToken()
  await Promise.all([
    write(store, fileKey(objectKey), bytes),
    thumbnail && write(store, thumbnailKey(objectKey), thumbnail),
  ])
  return { ...file, objectKey, fileSize: bytes.length, sha256: hash('sha256', bytes) }
}

/** Stores bytes. Returns the name in the store. */
export const storeBytes = async (store: ObjectStore, bytes: Buffer) => {
  const objectKey = newToken()
  await write(store, fileKey(objectKey), bytes)
  return objectKey
}

const write = (store: ObjectStore, key: string, bytes: Buffer) =>
  store.write(key, Readable.from([bytes]), bytes.length)
