import { notify } from '#server/bus/data.ts'
import type { Deps } from '#server/deps.ts'
import type { SetThumbnail } from '#server/features/files/thumbnails.ts'
import * as data from './data.ts'

/** Stores the size of a thumbnail. Pages that show the message then load it. */
export const setChatThumbnail =
  ({ db }: Pick<Deps, 'db'>): SetThumbnail =>
  (objectKey, sizeBytes) =>
    db.transaction(async (tx) => {
      const conversationId = await data.setThumbnail(tx, objectKey, sizeBytes)
      if (conversationId) await notify(tx, 'stale', `chat-files ${conversationId}`)
      return conversationId !== undefined
    })

export const enqueueMissingThumbnails = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  for (const { filePath } of await data.listWithoutThumbnail(db)) {
    if (filePath) await jobs.enqueue(db, 'thumbnail', { objectKey: filePath })
  }
}
