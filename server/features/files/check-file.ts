import {
  type FileType,
  maxAnimationPixels,
  maxChatSvgSize,
  maxPicturePixels,
  maxSvgSize,
  type UploadPurpose,
} from '#contract/files/file-types.ts'
import type { FileBytes } from '#server/file-types/file-bytes.ts'
import { beforePdfHeader, matchesFileType } from '#server/file-types/matches-file-type.ts'
import { isPicture, pictureSize } from '#server/file-types/picture-size.ts'
import { inspectSvg } from '#server/file-types/svg.ts'
import { AppError } from '#server/http/app-error.ts'

// People spell the types letter by letter, as in “an MP4” and “an SVG”.
const articleOf = (type: FileType) => (/^[aefhilmnorsx]/.test(type) ? 'an' : 'a')
const wrongType = (type: FileType) => refused(`This file is not ${articleOf(type)} ${type.toUpperCase()}.`)
const refused = (message: string) => new AppError('unsupported_media_type', message)

const maxSvgSizes: Record<UploadPurpose, number> = {
  library: maxSvgSize,
  chat: maxChatSvgSize,
  proof: maxChatSvgSize,
}

const sizeText = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`)

/**
 * Checks that the bytes of a file match its type, and that the file is not too large to show.
 * @throws AppError `unsupported_media_type`, or `too_large` for a drawing
 */
export const requireFileOfType = async (type: FileType, bytes: FileBytes, purpose: UploadPurpose) => {
  const maxSvg = maxSvgSizes[purpose]
  if (type === 'svg' && bytes.size > maxSvg) {
    throw new AppError('too_large', `The SVG file is too large. The limit is ${sizeText(maxSvg)}.`)
  }
  if (type === 'svg') return requirePassiveDrawing(bytes)
  if (!(await matchesFileType(type, bytes))) throw await refusalOf(type, bytes)
  if (isPicture(type)) await requirePictureSize(type, bytes)
}

const refusalOf = async (type: FileType, bytes: FileBytes) => {
  if (type !== 'pdf' || (await beforePdfHeader(bytes)) === null) return wrongType(type)
  return refused('This PDF starts with a web page. Open it, save it as a PDF again, and upload that file.')
}

const requirePassiveDrawing = async (bytes: FileBytes) => {
  const verdict = await inspectSvg(bytes)
  if (verdict === 'other') throw wrongType('svg')
  if (verdict === 'encoding') {
    throw refused(
      'This drawing is in an encoding that browsers may not read. Save it as UTF-8 and upload it again.',
    )
  }
  if (verdict === 'active') {
    throw refused('This drawing contains a script or a web page. Save it without them and upload it again.')
  }
}

/** Checks the size of a picture before anything decodes it: a few bytes can announce a picture that fills the memory. */
const requirePictureSize = async (type: FileType, bytes: FileBytes) => {
  const size = await pictureSize(type, bytes)
  if (!size) throw wrongType(type)
  const { width, height, frames } = size
  const pixels = width * height
  if (pixels === 0) throw refused('This picture has no width or height.')
  if (pixels > maxPicturePixels) {
    const sides = `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')}`
    throw refused(`This picture has ${sides} pixels. The limit is ${maxPicturePixels / 1e6} megapixels.`)
  }
  if (pixels * frames > maxAnimationPixels) {
    throw refused(
      `This animation has too many frames. The limit is ${maxAnimationPixels / 1e6} megapixels for all of them.`,
    )
  }
}
