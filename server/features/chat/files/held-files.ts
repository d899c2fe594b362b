import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { listHeldFiles } from './data.ts'

/** Lists the quarantined files of the chat: all of them for staff, and those of their own conversation for a partner. */
export const chatHeldFiles = (db: Database): Pick<FileOwner, 'listHeld'> => ({
  listHeld: (user) => listHeldFiles(db, isStaff(user.role) ? null : user.id),
})
