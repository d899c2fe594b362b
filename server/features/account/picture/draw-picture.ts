import { maxUserPicturePixels } from '#contract/account/profile.ts'
import { userPictureSide } from '#contract/limits.ts'
import { loadSharp } from '#server/features/files/load-sharp.ts'
import { oneAtATime } from '#server/features/files/one-at-a-time.ts'

const pictureTypes = ['jpg', 'png', 'webp', 'gif']
const quality = 82

const inTurn = oneAtATime()

/**
 * Crops a picture to a square and returns it as WebP, upright and without metadata. Returns null when the bytes are not a picture, or it
 * has too many pixels. Each process draws one picture at a time, since each uses a CPU core.
 */
export const drawPicture = (bytes: Buffer): Promise<Buffer | null> => inTurn(() => draw(bytes))

const draw = async (bytes: Buffer) => {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !pictureTypes.includes(type.ext)) return null
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: maxUserPicturePixels, sequentialRead: true })
    const { width, height } = await picture.metadata()
    const side = Math.min(width, height, userPictureSide)
    return await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality }).toBuffer()
  } catch {
    return null
  }
}
