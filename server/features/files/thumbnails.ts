import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FileType, maxPicturePixels, photoTypes } from '#contract/files/file-types.ts'
import type { Deps } from '#server/deps.ts'
import { hasHeicSignature, heicSignatureBytes } from '#server/file-types/heic.ts'
import { fileKey, previewKey, thumbnailKey } from '#server/storage/object-keys.ts'
import { ensureHeicPreview } from './heic/heic-preview.ts'
import { loadSharp } from './load-sharp.ts'
import { onlyClean } from './scans/clean-files.ts'

// This is twice the size on a card, for screens with two dots per pixel.
const maxSidePixels = 480
const quality = 78

export const typesWithThumbnail: FileType[] = photoTypes

/** Whether files of this type get a thumbnail. A drawing (SVG) gets none, since it is small itself. */
export const hasThumbnailOf = (type: FileType) => typesWithThumbnail.includes(type)

/** Draws a picture as a small WebP, upright and without metadata; returns null when the picture cannot be read. */
export const drawThumbnail = async (picture: Buffer): Promise<Buffer | null> => {
  const sharp = await loadSharp()
  // This is the limit of uploads. Decoded at 16 bits without strips, a picture of this size needs 450 MB.
  return sharp(picture, { limitInputPixels: maxPicturePixels, sequentialRead: true })
    .autoOrient()
    .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
    .catch(() => null)
}

/** Reads the bytes of a picture in a form that can be drawn; for a photo from an iPhone, those of its JPEG. */
const readPicture = async (deps: Pick<Deps, 'store'>, objectKey: string) => {
  const { store } = deps
  const start = await buffer(await store.read(fileKey(objectKey), { start: 0, end: heicSignatureBytes - 1 }))
  const isPhoto = hasHeicSignature(start) && (await ensureHeicPreview(deps, objectKey)) > 0
  return buffer(await store.read(isPhoto ? previewKey(objectKey) : fileKey(objectKey)))
}

/**
 * Stores the size of a file's thumbnail; 0 means that the picture cannot be read. Returns false for a file that belongs to another feature
 * or has been replaced.
 */
export type SetThumbnail = (objectKey: string, sizeBytes: number) => Promise<boolean>

/** Creates a file's thumbnail, and stores its size with the feature that the file belongs to. */
export const createThumbnail = async (
  { db, settings, store, log }: Pick<Deps, 'db' | 'settings' | 'store' | 'log'>,
  objectKey: string,
  setThumbnails: SetThumbnail[],
) => {
  // The scan enqueues the job again once it has found the file clean.
  if ((await onlyClean({ db, settings }, [{ objectKey }])).length === 0) return
  const thumbnail = await drawThumbnail(await readPicture({ store }, objectKey))
  const key = thumbnailKey(objectKey)
  if (thumbnail) await store.write(key, Readable.from([thumbnail]), thumbnail.length)
  else log.warn({ objectKey }, 'a picture cannot be read: it gets no thumbnail')
  for (const set of setThumbnails) if (await set(objectKey, thumbnail?.length ?? 0)) return
  if (thumbnail) await store.remove(key)
}
