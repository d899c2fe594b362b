import type { FileType } from '#contract/files/file-types.ts'
import type { ThumbnailState } from '#contract/files/thumbnails.ts'
import { hasThumbnailOf } from './thumbnails.ts'

/** Returns the state of a file's thumbnail. @param sizeBytes the size of the thumbnail, as stored */
export const thumbnailStateOf = (type: FileType, sizeBytes: number | null): ThumbnailState => {
  if (!hasThumbnailOf(type) || sizeBytes === 0) return 'none'
  return sizeBytes === null ? 'pending' : 'ready'
}
