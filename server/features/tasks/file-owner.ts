import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { isOnboarded } from '#server/http/access.ts'
import { canReachTask } from './access.ts'
import { getTaskFile, listQuarantinedFiles, listQuarantinedProofs } from './data.ts'
import { getDefinitionFile, listQuarantinedDefinitionFiles } from './definitions/data.ts'
import { getProofFile } from './work/data.ts'

/** The file of a task and its proofs are for everyone who can reach the task. */
export const taskFileOwner = (db: Database): FileOwner => ({
  findFile: async (user, filePath) => {
    const own = isStaff(user.role)
      ? await getDefinitionFile(db, filePath)
      : user.partnerId && (await getTaskFile(db, filePath, user.partnerId))
    const file = own || (await getProofFile(db, filePath))
    return file && canReachTask(user, file) ? file : undefined
  },
  listQuarantined: async (user) => {
    if (isStaff(user.role)) {
      return [...(await listQuarantinedDefinitionFiles(db)), ...(await listQuarantinedProofs(db, null))]
    }
    const { partnerId } = user
    if (!partnerId || !isOnboarded(user)) return []
    return [...(await listQuarantinedFiles(db, partnerId)), ...(await listQuarantinedProofs(db, partnerId))]
  },
})
