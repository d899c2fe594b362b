import { userPictureSide } from '#contract/limits.ts'

const quality = 0.9

export class UnreadablePicture extends Error {}

/** The middle of a picture as a small square file. @throws UnreadablePicture for a file that the browser cannot draw */
export const squarePicture = async (file: File): Promise<Blob> => {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture()
  })
  const cut = Math.min(picture.width, picture.height)
  const side = Math.min(cut, userPictureSide)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      // A browser that cannot write WebP returns a PNG.
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePicture())),
      'image/webp',
      quality,
    ),
  )
}
