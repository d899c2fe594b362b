import type { Database } from '#server/db/client.ts'
import { deleteOldAttempts, deleteOldLimits } from '#server/features/sign-in/data.ts'
import { deleteExpiredSessions } from '#server/sessions/data.ts'

/** Takes away what time has ended. Nothing depends on when it runs. */
export const sweep = async (db: Database) => {
  await deleteExpiredSessions(db)
  await deleteOldAttempts(db)
  await deleteOldLimits(db)
}
