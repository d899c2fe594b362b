import { fileTypeFromBuffer } from 'file-type'
import { userPictureSide } from '#contract/account/profile.ts'
import { maxPicturePixels } from '#contract/files/file-types.ts'

const pictureTypes = ['jpg', 'png', 'webp', 'gif']
const quality = 82

/** The middle of a picture as a square WebP, upright and without metadata; null for bytes that are no picture. */
export const drawPicture = async (bytes: Buffer): Promise<Buffer | null> => {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !pictureTypes.includes(type.ext)) return null
  // Loaded when first needed: 20 MB of code would delay the start.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPicturePixels, sequentialRead: true })
    const { width, height } = await picture.metadata()
    const side = Math.min(width, height, userPictureSide)
    return await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality }).toBuffer()
  } catch {
    return null
  }
}
