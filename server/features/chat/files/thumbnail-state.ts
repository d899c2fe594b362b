import type { ThumbnailState } from '#contract/chat/messages.ts'
import type { FileType } from '#contract/files/file-types.ts'
import { hasThumbnailOf } from '#server/features/files/thumbnails.ts'

/** @param sizeBytes as stored with the message */
export const thumbnailStateOf = (type: FileType, sizeBytes: number | null): ThumbnailState => {
  if (!hasThumbnailOf(type) || sizeBytes === 0) return 'none'
  return sizeBytes === null ? 'pending' : 'ready'
}
