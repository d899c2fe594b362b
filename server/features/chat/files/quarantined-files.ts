import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { listQuarantinedFiles } from './data.ts'

/** Lists the quarantined files of the chat: all of them for staff, and those of their own conversation for a partner. */
export const chatQuarantinedFiles = (db: Database): Pick<FileOwner, 'listQuarantined'> => ({
  listQuarantined: ({ role, conversationId }) =>
    isStaff(role) ? listQuarantinedFiles(db) : listQuarantinedFiles(db, conversationId),
})
