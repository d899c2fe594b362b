import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { isOnboarded } from '#server/http/access.ts'
import { audienceOf } from './access.ts'
import { getStoredFile, getStoredVersion, listQuarantinedFiles } from './data.ts'

/** The files of the library are for their audience, and their former versions for staff. */
export const resourceFileOwner = (db: Database): FileOwner => ({
  findFile: (user, filePath) => getStoredFile(db, audienceOf(user), filePath),
  findVersion: async (user, filePath, versionId) =>
    isStaff(user.role) ? getStoredVersion(db, filePath, versionId) : undefined,
  listQuarantined: async (user) => (isOnboarded(user) ? listQuarantinedFiles(db, audienceOf(user)) : []),
})
