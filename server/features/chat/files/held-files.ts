import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { listHeldFiles } from './data.ts'

/** Files of the chat are for staff and for the partner of their conversation. */
export const chatHeldFiles = (db: Database): Pick<FileOwner, 'listHeld'> => ({
  listHeld: (user) => listHeldFiles(db, isStaff(user.role) ? null : user.id),
})
