import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { addRows, lockAudiences, withdrawRows } from '#server/features/audience/membership/data.ts'
import { documentTermsFollowed } from '../events.ts'
import { lockSharedDocument, updateTerms } from './data.ts'

// A request changes few rows to respond at once, and a job changes many, so that ten thousand take seconds. Tasks do the same.
const rowsInRequest = 100
const rowsInJob = 1_000

interface Change {
  id: string
  actorId: string
}

/** Makes the partners' agreements follow one for several partners; for a large audience, in a job. */
export const spreadDocument = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Executor, change: Change) => {
  if (!(await spreadSome(tx, change, rowsInRequest))) await jobs.enqueue(tx, 'share-document', change)
}

/** The job that makes the agreements of a large audience follow one for several partners. */
export const shareDocument = async (db: Database, change: Change) => {
  while (!(await db.transaction((tx) => spreadSome(tx, change, rowsInJob))));
}

const spreadSome = async (tx: Executor, { id, actorId }: Change, limit: number) => {
  const scope = { sharedId: id }
  const isThere = await lockSharedDocument(tx, id)
  // This lock comes before those of partners' rows, as it does when members change; in another order, the two could deadlock.
  await lockAudiences(tx)
  const changed = isThere ? await updateTerms(tx, id, limit) : []
  const counts = [
    changed.length,
    await withdrawRows(tx, 'documents', scope, { actorId, limit }),
    await addRows(tx, 'documents', scope, { actorId, limit }),
  ]
  const followed = changed.map(({ id: ownId, ...change }) => ({
    document: { id: ownId },
    actorId,
    ...change,
  }))
  await record(tx, documentTermsFollowed, null, ...followed)
  return counts.every((count) => count < limit)
}
