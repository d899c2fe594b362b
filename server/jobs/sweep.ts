import type { Deps } from '#server/deps.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { deleteUnusedWords } from '#server/features/resources/search/data.ts'
import { deleteOldAttempts, deleteOldLimits } from '#server/features/sign-in/data.ts'
import { compactUserCounts } from '#server/features/users/data.ts'
import { deleteExpiredSessions } from '#server/sessions/data.ts'

// Longer than any write.
const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Deletes what has expired. Nothing depends on when it runs. */
export const sweep = async ({ db, store }: Pick<Deps, 'db' | 'store'>) => {
  await deleteExpiredSessions(db)
  await deleteOldAttempts(db)
  await deleteOldLimits(db)
  await deleteUnusedWords(db)
  await compactUserCounts(db)
  await sweepUploads({ db, store })
  await store.sweep(new Date(Date.now() - abandonedAfterMs))
}
