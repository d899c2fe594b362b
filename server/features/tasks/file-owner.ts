import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { canReachTask } from './access.ts'
import { getTaskFile } from './data.ts'

/** The file of a task is for everyone who can reach the task. */
export const taskFileOwner = (db: Database): FileOwner => ({
  findFile: async (user, filePath) => {
    const file = await getTaskFile(db, filePath)
    return file && canReachTask(user, file) ? file : undefined
  },
})
