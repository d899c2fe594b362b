import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { notifyPagesOfEnded, takeDue } from './data.ts'
import { freezeEnded } from './freezing/data.ts'
import { notifyAudience } from './notify.ts'

// This is longer than the time between two runs of the job. Pages that are notified twice only read once more.
const endedWithinSeconds = 150

/** Notifies the audience of an announcement that this transaction creates or changes, if it is due. */
export const publishIfDue = async (deps: Pick<Deps, 'jobs'>, tx: Executor, id: string) => {
  for (const due of await takeDue(tx, { id, limit: 1 })) await notify(deps, tx, due)
}

/**
 * Runs the job of each minute: notifies the audience of each announcement that is due, once across all processes, stores the audience of
 * each that has ended, and notifies the pages that show it.
 */
export const publishDueAnnouncements = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  // Each announcement has a transaction of its own, so that a large audience does not delay the next announcement.
  const publishNext = () =>
    db.transaction(async (tx) => {
      const [due] = await takeDue(tx, { limit: 1 })
      if (due) await notify({ jobs }, tx, due)
      return due !== undefined
    })
  while (await publishNext());
  while ((await db.transaction((tx) => freezeEnded(tx, { limit: 1 }))) > 0);
  await notifyPagesOfEnded(db, endedWithinSeconds)
}

/** Notifies nobody if the announcement has already ended. */
const notify = async (
  deps: Pick<Deps, 'jobs'>,
  tx: Executor,
  { id, isActive }: { id: string; isActive: boolean },
) => {
  if (isActive) await notifyAudience(deps, tx, id)
}
