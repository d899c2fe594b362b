import { checkTimestamp, requestTimestamp } from '#packages/sealed-pdf/timestamp.ts'
import type { Deps } from '#server/deps.ts'
import { logQueuedMail } from '#server/mail/data.ts'
import * as data from './data.ts'
import { headSubject } from './emails.ts'

type HeadDeps = Pick<Deps, 'db' | 'settings' | 'jobs' | 'log'>

/**
 * The job that creates the head of the day if any chain has changed since the last head, has it emailed to the operator, and requests the
 * timestamps that are missing.
 * @param day in UTC
 */
export const makeDailyHead = async (deps: HeadDeps, day = new Date().toISOString().slice(0, 10)) => {
  await addHeadOf(deps, day)
  await addMissingTimestamps(deps)
}

const addHeadOf = async ({ db, settings, jobs }: HeadDeps, day: string) => {
  const last = await data.getLastHead(db)
  if (last && last.day >= day) return
  const position = await data.lastPosition(db)
  if (position === (last?.position ?? 0)) return
  await db.transaction(async (tx) => {
    await data.lockHeads(tx)
    // Another process may have created the head in the meantime.
    if (((await data.getLastHead(tx))?.day ?? '') >= day) return
    const head = await data.addHead(tx, day, position)
    const recipient = settings.operatorEmail
    if (!recipient) return
    const logId = await logQueuedMail(tx, { recipient, subject: headSubject(head), type: 'evidence_head' })
    await jobs.enqueue(tx, 'evidence-head-mail', { logId, day })
  })
}

const addMissingTimestamps = async ({ db, settings, log }: HeadDeps) => {
  const { timestampUrl } = settings
  if (!timestampUrl) return
  for (const sha256 of await data.listUntimed(db)) {
    const digest = Buffer.from(sha256, 'hex')
    try {
      const token = await requestTimestamp(timestampUrl, digest, { timeoutMs: 10_000 })
      const { at, authority } = await checkTimestamp(token, digest)
      await data.addTimestamp(db, { sha256, token: Buffer.from(token), at, authority })
    } catch (err) {
      // The next run of the job requests the timestamp again.
      log.warn({ err }, 'no timestamp of the evidence yet')
      return
    }
  }
}
