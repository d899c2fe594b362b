import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileType } from '#contract/files/file-types.ts'
import type { Deps } from '#server/deps.ts'
import { fileKey, previewKey } from '#server/storage/object-keys.ts'
import { loadSharp } from '../load-sharp.ts'
import { decodeHeic } from './decode-heic.ts'

// A large screen shows no more.
const maxSidePixels = 2560
const quality = 85

/** Whether most browsers cannot show a picture of this type, so that they get one that the portal makes. */
export const isHeic = (type: FileType) => type === 'heic' || type === 'heif'

/** A photo from an iPhone as a JPEG, upright and without metadata; null when it cannot be read. */
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
 * The size in bytes of the JPEG of a stored photo, which is made when it is first asked for and kept beside the file. 0 when the photo cannot
 * be read, which is kept, too.
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
