import { maxPicturePixels } from '#contract/files/file-types.ts'
import { drawHeic } from '#server/features/files/heic/heic-preview.ts'
import { loadSharp } from '#server/features/files/load-sharp.ts'
import { oneAtATime } from '#server/features/files/one-at-a-time.ts'
import { hasHeicSignature } from '#server/file-types/heic.ts'

// Even a large screen shows no more pixels, and a page of paper needs fewer.
const maxSidePixels = 2560
const quality = 84

const inTurn = oneAtATime()

/**
 * Draws a photo anew as a JPEG, upright. Nothing but its pixels remains: no place, no camera, and nothing that was hidden in the file.
 * Returns null when the bytes cannot be read as a picture. Each process draws one photo at a time.
 */
export const drawPhoto = (bytes: Buffer) => inTurn(() => draw(bytes))

const draw = async (bytes: Buffer) => {
  const picture = hasHeicSignature(bytes) ? await drawHeic(bytes) : bytes
  if (!picture) return null
  const sharp = await loadSharp()
  return sharp(picture, { limitInputPixels: maxPicturePixels, sequentialRead: true })
    .autoOrient()
    .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info: { width, height } }) => ({ bytes: data, width, height }))
    .catch(() => null)
}
