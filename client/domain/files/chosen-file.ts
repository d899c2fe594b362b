import { formatSize } from '#client/lib/format.ts'
import { type FileType, fileTypeOf, fileTypes, maxFileSize } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'

/** Returns the `accept` attribute of an input, which limits the files that the browser offers. */
export const endingsOf = (types: readonly FileType[]) => types.map((type) => `.${type}`).join(',')

export const acceptedEndings = endingsOf(fileTypes)

export const acceptedKinds =
  'PDF, PowerPoint, Word, Excel, CSV, TXT, ZIP, MP4, MOV, MP3, JPG, PNG, GIF, WebP, HEIC or SVG, up to 50\u00a0MB'

/** Returns why a file cannot be uploaded, judging by its name and size; null when it can. */
export const refusalOf = (
  { name, size }: { name: string; size: number },
  maxBytes = maxFileSize,
  types: readonly FileType[] = fileTypes,
): string | null => {
  const type = fileTypeOf(name)
  if (!type || !types.includes(type)) return 'This kind of file is not allowed.'
  if (size > maxBytes) return `This file is too large. At most ${formatSize(maxBytes)}.`
  if (size === 0) return 'This file is empty.'
  if (name.length > limits.fileName)
    return `The name of this file is too long. At most ${limits.fileName} characters.`
  return null
}

/** Returns the name of a file without its extension, cut to the maximum length of a title. */
export const titleOf = (fileName: string): string => {
  const bare = fileName.replace(/\.[^.]+$/, '').trim() || fileName
  // The cut may split a surrogate pair, and half of a pair is not valid text.
  return bare
    .slice(0, limits.name)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
