import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { isOnboarded } from '#server/http/access.ts'
import { canReachTask } from './access.ts'
import { getTaskFile, listHeldFiles } from './data.ts'
import { getSharedTaskFile, listHeldSharedFiles } from './shared/data.ts'
import { getProofFile } from './work/data.ts'

/** The file of a task, and those that prove that it was done, are for everyone who can reach the task. */
export const taskFileOwner = (db: Database): FileOwner => ({
  findFile: async (user, filePath) => {
    const partnerId = isStaff(user.role) ? null : user.partnerId
    const file =
      (await getTaskFile(db, filePath, partnerId)) ??
      (await getProofFile(db, filePath)) ??
      (partnerId === null ? await getSharedTaskFile(db, filePath) : undefined)
    return file && canReachTask(user, file) ? file : undefined
  },
  listHeld: async (user) => {
    if (isStaff(user.role)) return [...(await listHeldFiles(db, null)), ...(await listHeldSharedFiles(db))]
    return user.partnerId && isOnboarded(user) ? listHeldFiles(db, user.partnerId) : []
  },
})
