import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { notifyPagesOfEnded, takeDue } from './data.ts'
import { freezeEnded } from './freezing/data.ts'
import { notifyAudience } from './notify.ts'

// Longer than the pause between two runs of the job: pages that read twice lose nothing.
const endedWithinSeconds = 150

/** Notifies the audience of one that is published in this transaction, if its time has come. */
export const publishIfDue = async (deps: Pick<Deps, 'jobs'>, tx: Executor, id: string) => {
  for (const due of await takeDue(tx, { id, limit: 1 })) await notify(deps, tx, due)
}

/** The job of each minute: notifies of what has become due, once over all processes, takes what has ended off open pages, and keeps its audience. */
export const publishDueAnnouncements = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  // One in a transaction, so that an audience of thousands does not keep the next one waiting for its commit.
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

/** Nobody is notified of what has ended before. */
const notify = async (
  deps: Pick<Deps, 'jobs'>,
  tx: Executor,
  { id, isActive }: { id: string; isActive: boolean },
) => {
  if (isActive) await notifyAudience(deps, tx, id)
}
