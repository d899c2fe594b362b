import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { countAuditEventsOfDay } from '#server/features/audit-log/data.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { lockUser } from '#server/sessions/data.ts'
import { getUserByEmail } from '../data.ts'
import { signInRefused } from '../events.ts'

// More events would show nothing new, and would let strangers fill the disk.
const maxRecordedPerDay = 100

type RefusedSignIn = JobData['refused-sign-in']
export type Refusal = Omit<RefusedSignIn, 'eventId' | 'at'>
/** The network address and browser that sent the request. */
export type Origin = Pick<Refusal, 'address' | 'browser'>

/**
 * Enqueues a job that records a refused sign-in. It does the same in the same time for every address: the job looks up whether there is an
 * account. Call it outside the transaction that the refusal rolls back.
 */
export const enqueueRefusal = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, refusal: Refusal) =>
  jobs.enqueue(db, 'refused-sign-in', { ...refusal, eventId: randomUUID(), at: new Date().toISOString() })

/** The job that records a refused sign-in, once, under the account that someone tried to enter. Without an account nothing is stored. */
export const recordRefusal = async ({ db }: Pick<Deps, 'db'>, refused: RefusedSignIn) => {
  const { eventId, at, email, method, reason, address, browser } = refused
  const user = await getUserByEmail(db, email)
  if (!user) return
  const action = signInRefused.type
  await db.transaction(async (tx) => {
    // Several such jobs run at once, and each must count what the others have recorded.
    await lockUser(tx, user.id)
    if ((await countAuditEventsOfDay(tx, { actorId: user.id, action })) >= maxRecordedPerDay) return
    const after = { reason, method, address, browser }
    await record(tx, signInRefused, user, { user, after, once: { id: eventId, at: new Date(at) } })
  })
}
