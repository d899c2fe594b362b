import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { notifyPagesOf } from './data.ts'

/**
 * Notifies the audience of an announcement that shows now. Call it in the transaction that publishes it. It is called again when the
 * audience has changed: whoever was notified already must not be notified twice.
 */
export const notifyAudience = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Executor, announcementId: string) => {
  await notifyPagesOf(tx, announcementId)
  // In a job: an audience may be ten thousand.
  await jobs.enqueue(tx, 'notify-announcement', { id: announcementId })
}
