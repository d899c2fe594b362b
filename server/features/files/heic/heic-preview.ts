import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileType } from '#contract/files/file-types.ts'
import type { Deps } from '#server/deps.ts'
import { fileKey, previewKey } from '#server/storage/object-keys.ts'
import { loadSharp } from '../load-sharp.ts'
import { decodeHeic } from './decode-heic.ts'

// Even a large screen shows no more pixels.
const maxSidePixels = 2560
const quality = 85

/** Whether most browsers cannot show pictures of this type, so that the portal converts them. */
export const isHeic = (type: FileType) => type === 'heic' || type === 'heif'

/** Draws a photo from an iPhone as a JPEG, upright and without metadata; returns null when it cannot be read. */
export const drawHeic = async (bytes: Uint8Array): Promise<Buffer | null> => {
  const raw = await decodeHeic(bytes)
  if (!raw) return null
  const sharp = await loadSharp()
  const { data, width, height } = raw
  return sharp(data, { raw: { width, height, channels: 4 } })
    .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality })
    .toBuffer()
}

const drawing = new Map<string, Promise<number>>()

/**
 * Returns the size in bytes of the JPEG of a stored photo, which is drawn on the first request and stored beside the file. If the photo
 * cannot be read, the stored JPEG is empty, and the size is 0.
 */
export const ensureHeicPreview = async (
  { store }: Pick<Deps, 'store'>,
  objectKey: string,
): Promise<number> => {
  const stored = await store.size(previewKey(objectKey))
  if (stored !== null) return stored
  const started = drawing.get(objectKey) ?? drawPreview(store, objectKey)
  drawing.set(objectKey, started)
  return started.finally(() => drawing.delete(objectKey))
}

const drawPreview = async (store: Deps['store'], objectKey: string) => {
  const drawn = await drawHeic(await buffer(await store.read(fileKey(objectKey))))
  const size = drawn?.length ?? 0
  await store.write(previewKey(objectKey), Readable.from(drawn ? [drawn] : []), size)
  return size
}
