import type { FileType } from '#contract/files/file-types.ts'
import type { ThumbnailState } from '#contract/files/thumbnails.ts'
import { hasThumbnailOf } from './thumbnails.ts'

/** Returns the state of the thumbnail of a file in the chat. @param sizeBytes as stored with the message */
export const thumbnailStateOf = (type: FileType, sizeBytes: number | null): ThumbnailState => {
  if (!hasThumbnailOf(type) || sizeBytes === 0) return 'none'
  return sizeBytes === null ? 'pending' : 'ready'
}
