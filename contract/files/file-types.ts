import { keysOf } from '../keys-of.ts'

/** The accepted file types. This file does without Zod, so that an icon or a file picker does not load it. */
const kinds = {
  pdf: { contentType: 'application/pdf', preview: 'pdf' },
  ppt: { contentType: 'application/vnd.ms-powerpoint', preview: null },
  pptx: {
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    preview: null,
  },
  doc: { contentType: 'application/msword', preview: null },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    preview: null,
  },
  xls: { contentType: 'application/vnd.ms-excel', preview: null },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    preview: null,
  },
  csv: { contentType: 'text/csv', preview: 'text' },
  txt: { contentType: 'text/plain', preview: 'text' },
  zip: { contentType: 'application/zip', preview: null },
  mp4: { contentType: 'video/mp4', preview: 'video' },
  mov: { contentType: 'video/quicktime', preview: 'video' },
  mp3: { contentType: 'audio/mpeg', preview: 'audio' },
  jpg: { contentType: 'image/jpeg', preview: 'picture' },
  jpeg: { contentType: 'image/jpeg', preview: 'picture' },
  png: { contentType: 'image/png', preview: 'picture' },
  gif: { contentType: 'image/gif', preview: 'picture' },
  webp: { contentType: 'image/webp', preview: 'picture' },
  svg: { contentType: 'image/svg+xml', preview: 'picture' },
  heic: { contentType: 'image/heic', preview: 'picture' },
  heif: { contentType: 'image/heif', preview: 'picture' },
} as const satisfies Record<string, { contentType: string; preview: Preview | null }>

/** How a browser can show a file. Files without a preview can only be downloaded. */
export type Preview = 'picture' | 'pdf' | 'video' | 'audio' | 'text'

/** The type of a file: its extension in lower case, without the dot. */
export type FileType = keyof typeof kinds

export const fileTypes = keysOf(kinds)

/** The types of photos, which the portal can draw anew. */
export const photoTypes = fileTypes.filter((type) => kinds[type].preview === 'picture' && type !== 'svg')

/** The uses of an uploaded file: in the library or a task, in a chat message, or as proof that a task was done. */
export const uploadPurposes = ['library', 'chat', 'proof'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** The size of the largest accepted file, in bytes: 50 MB. */
export const maxFileSize = 52_428_800

/** The size of the largest file in the chat, in bytes: 10 MB. */
export const maxChatFileSize = 10_485_760

/** The maximum number of pixels of a picture, width times height. Phone cameras take pictures of this size. */
export const maxPicturePixels = 50_000_000

/** The maximum number of pixels in all frames of an animation. */
export const maxAnimationPixels = 500_000_000

/** The maximum size of a drawing (svg), also in the chat, in bytes. A browser renders a drawing again wherever it is shown. */
export const maxSvgSize = 5_242_880
export const maxChatSvgSize = 262_144

/** Returns the `Content-Type` with which a file of this type is uploaded and served. */
export const contentTypeOf = (type: FileType): string => kinds[type].contentType

export const previewOf = (type: FileType): Preview | null => kinds[type].preview

/** Returns the type that the extension of a file name stands for; null if it is not accepted. */
export const fileTypeOf = (fileName: string): FileType | null => {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return fileTypes.find((type) => type === ending) ?? null
}
