import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDue, listDueEndpoints, secondsUntilDue } from './data.ts'

/** How many messages a process sends to one endpoint at a time. */
const maxAtOnce = 4
// A notification can be lost with the connection that listens, so the sender also looks regularly.
const maxIdleMs = 30_000
const pauseAfterErrorMs = 5_000
const maxFinishMs = 5_000

export interface WebhookSender {
  /** Waits for the attempts under way, and releases those that take too long to other processes. */
  stop(): Promise<void>
}

type SenderDeps = Pick<Deps, 'db' | 'bus' | 'log' | 'settings' | 'metrics'>

/**
 * Sends the messages in the outbox. Any number of processes can do so: each delivery is sent by one of them at a time. Each endpoint has
 * its own slots, so that a slow endpoint does not delay others. Call it before the bus connects.
 */
export const startWebhookSender = ({ db, bus, log, settings, metrics }: SenderDeps): WebhookSender => {
  const count = metrics?.countWebhooks()
  const closing = new AbortController()
  const attempts = new Map<Promise<void>, string>()
  let isStopping = false
  let looking: Promise<void> | undefined
  let isWokenAgain = false
  let timer: NodeJS.Timeout | undefined

  const freePlaces = (endpointId: string) =>
    maxAtOnce - [...attempts.values()].filter((id) => id === endpointId).length

  const begin = (claim: Awaited<ReturnType<typeof claimDue>>[number]) => {
    const { signal } = closing
    const attempt = attemptDelivery(db, claim, {
      allowsPrivate: settings.webhookPrivateAddresses,
      signal,
    })
      .then((result) => result && count?.(result))
      // The claim expires by itself, and then the message is sent again.
      .catch((err) => log.warn({ err, delivery: claim.id }, 'the outcome of a webhook was not recorded'))
      .then(() => {
        attempts.delete(attempt)
        wake()
      })
    attempts.set(attempt, claim.endpointId)
  }

  /** Claims deliveries for the free slots of all endpoints, and returns in how many milliseconds to look again. */
  const look = async () => {
    for (const endpointId of await listDueEndpoints(db)) {
      const places = freePlaces(endpointId)
      if (places > 0 && !isStopping) (await claimDue(db, endpointId, places)).forEach(begin)
    }
    // Endpoints without free slots do not count: the sender wakes up as soon as one of their attempts ends.
    const full = [...new Set(attempts.values())].filter((id) => freePlaces(id) <= 0)
    const seconds = await secondsUntilDue(db, full)
    return seconds === null ? maxIdleMs : Math.min(Math.max(seconds * 1000, 100), maxIdleMs)
  }

  const lookOften = async () => {
    do {
      isWokenAgain = false
      let nextMs = pauseAfterErrorMs
      try {
        nextMs = await look()
      } catch (err) {
        log.warn({ err }, 'webhooks cannot be read')
      }
      clearTimeout(timer)
      if (!isStopping) timer = setTimeout(wake, nextMs)
    } while (isWokenAgain && !isStopping)
    looking = undefined
  }

  function wake() {
    if (isStopping) return
    isWokenAgain = true
    looking ??= lookOften()
  }

  bus.subscribe('webhooks', { onNotification: wake, onGap: wake })
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await looking
      await Promise.race([Promise.all(attempts.keys()), delay(maxFinishMs)])
      closing.abort()
      await Promise.all(attempts.keys())
    },
  }
}
