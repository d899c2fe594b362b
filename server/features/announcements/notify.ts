import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { notifyPagesOf } from './data.ts'

/**
 * Notifies the audience of an announcement that shows now. Call it in the transaction that publishes it. It is called again when the
 * audience changes: the job does not notify a user twice.
 */
export const notifyAudience = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Executor, announcementId: string) => {
  await notifyPagesOf(tx, announcementId)
  // A job sends the notifications, since an audience can have ten thousand users.
  await jobs.enqueue(tx, 'notify-announcement', { id: announcementId })
}
