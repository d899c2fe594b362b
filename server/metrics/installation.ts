import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '#server/db/client.ts'
import { createCheck } from '#server/http/checks.ts'
import { countJobs, countOpenEmails, countSignatures, countWaitingWebhooks } from './data.ts'

// The database is read at most this often, however many scrapers there are and however often they scrape.
const maxAgeMs = 15_000
// Prometheus waits for ten seconds, and the metrics of this process are useful even without the database.
const timeoutMs = 2_000

const whole = 'For the whole installation: every process reports the same value.'

/**
 * Adds the metrics whose values come from the database. Returns a function that reads them when they are older than 15 seconds. If the
 * database does not respond, they are left out rather than out of date.
 */
export const observeInstallation = (registry: Registry, db: Database, log: FastifyBaseLogger) => {
  const registers = [registry]
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('portal_database_up', 'Whether the database responds to this process: 1 or 0.')
  const jobs = gauge(
    'portal_jobs',
    `Jobs by kind and state: waiting, delayed (until a retry or a later time), active and failed, the last two as of the last minute, counted up to 10000. ${whole}`,
    ['kind', 'state'],
  )
  const oldestJob = gauge(
    'portal_jobs_oldest_waiting_seconds',
    `How long the oldest job of a kind has been ready to run. ${whole}`,
    ['kind'],
  )
  const emails = gauge(
    'portal_emails_open',
    `Emails that have not gone out: queued, or failed within two days, counted up to 10000. ${whole}`,
    ['status'],
  )
  const oldestEmail = gauge(
    'portal_emails_oldest_queued_seconds',
    `How long the oldest email has waited for its first attempt. ${whole}`,
  )
  const signed = new Counter({
    name: 'portal_agreements_signed_total',
    help: `Signatures of agreements in the portal, by signer: partner or company. ${whole}`,
    labelNames: ['by'],
    registers,
  })
  const unsealed = gauge('portal_agreements_unsealed', `Signatures waiting for their seal. ${whole}`)
  const oldestUnsealed = gauge(
    'portal_agreements_oldest_unsealed_seconds',
    `How long the oldest signature has waited for its seal. ${whole}`,
  )
  const webhooks = gauge(
    'portal_webhooks_waiting',
    `Webhooks not yet delivered: due, or retrying (waiting for another attempt), counted up to 10000. ${whole}`,
    ['state'],
  )
  const oldestWebhook = gauge(
    'portal_webhooks_oldest_due_seconds',
    `How long the oldest webhook has been due. ${whole}`,
  )
  const read = [
    jobs,
    oldestJob,
    emails,
    oldestEmail,
    signed,
    unsealed,
    oldestUnsealed,
    webhooks,
    oldestWebhook,
  ]
  const forget = () => {
    for (const metric of read) metric.reset()
    // Metrics without labels would be 0, which would be wrong.
    for (const metric of [oldestEmail, unsealed, oldestUnsealed, oldestWebhook]) metric.remove()
  }
  forget()

  let readAt = Number.NEGATIVE_INFINITY
  const readAll = createCheck(async () => {
    // The statements run one after the other, because together they would take more of the pool's connections.
    const [jobCounts, emailCounts, signatures, waitingWebhooks] = [
      await countJobs(db),
      await countOpenEmails(db),
      await countSignatures(db),
      await countWaitingWebhooks(db),
    ]
    forget()
    for (const { kind, oldestSeconds, waiting, delayed, active, failed } of jobCounts) {
      oldestJob.set({ kind }, oldestSeconds)
      for (const [state, count] of Object.entries({ waiting, delayed, active, failed }))
        jobs.set({ kind, state }, count)
    }
    emails.set({ status: 'queued' }, emailCounts.queued)
    emails.set({ status: 'failed' }, emailCounts.failed)
    oldestEmail.set(emailCounts.oldestSeconds)
    signed.inc({ by: 'partner' }, signatures.partner)
    signed.inc({ by: 'company' }, signatures.company)
    unsealed.set(signatures.unsealed)
    oldestUnsealed.set(signatures.oldestSeconds)
    webhooks.set({ state: 'due' }, waitingWebhooks.due)
    webhooks.set({ state: 'retrying' }, waitingWebhooks.retrying)
    oldestWebhook.set(waitingWebhooks.oldestSeconds)
    up.set(1)
    readAt = performance.now()
  }, timeoutMs)

  return async () => {
    if (performance.now() - readAt < maxAgeMs) return
    try {
      await readAll()
    } catch (err) {
      log.warn({ err }, 'metrics cannot be read from the database')
      forget()
      up.set(0)
    }
  }
}
