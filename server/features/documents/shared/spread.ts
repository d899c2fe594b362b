import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { addRows, lockAudiences, withdrawRows } from '#server/features/audience/membership/data.ts'
import { documentTermsFollowed } from '../events.ts'
import { lockSharedDocument, updateTerms } from './data.ts'

// As for tasks: so few that a request answers at once, and so many that a job of ten thousand takes seconds.
const rowsInRequest = 100
const rowsInJob = 1_000

interface Change {
  id: string
  actorId: string
}

/** Has the partners' agreements follow one for several, those of a large audience in a job. */
export const spreadDocument = async ({ jobs }: Pick<Deps, 'jobs'>, tx: Executor, change: Change) => {
  if (!(await spreadSome(tx, change, rowsInRequest))) await jobs.enqueue(tx, 'share-document', change)
}

/** The job. */
export const shareDocument = async (db: Database, change: Change) => {
  while (!(await db.transaction((tx) => spreadSome(tx, change, rowsInJob))));
}

const spreadSome = async (tx: Executor, { id, actorId }: Change, limit: number) => {
  const scope = { sharedId: id }
  const isThere = await lockSharedDocument(tx, id)
  // Before partners' rows, which changes of members lock under it.
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
