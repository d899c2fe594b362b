import type { Database } from '#server/db/client.ts'
import type { WebhookResult } from '#server/metrics/webhooks.ts'
import { bodyOf } from '../deliveries/body.ts'
import { type PostOptions, postMessage } from '../post.ts'
import { signedHeaders } from '../signature.ts'
import { type Claim, recordDelivered, recordFailed, releaseClaim } from './data.ts'
import { pauseAfter } from './pauses.ts'

const gone = 410

/** Sends a delivery once and records the outcome. Returns undefined when the attempt was aborted and is left to another process. */
export const attemptDelivery = async (
  db: Database,
  claim: Claim,
  options: PostOptions,
): Promise<WebhookResult | undefined> => {
  const { id, event, data, timestamp, url, secret, previousSecret, failures } = claim
  const body = bodyOf({ event, data, createdAt: new Date(timestamp) })
  const secrets = previousSecret ? [secret, previousSecret] : [secret]
  const outcome = await postMessage({ url, body, headers: signedHeaders(id, body, secrets) }, options)
  if (outcome.error === null) {
    await recordDelivered(db, claim, outcome)
    return 'delivered'
  }
  if (outcome.status === null && options.signal.aborted) {
    await releaseClaim(db, claim)
    return undefined
  }
  const isGone = outcome.status === gone
  const pauseSeconds = isGone ? undefined : pauseAfter(failures + 1)
  await recordFailed(db, claim, outcome, { isGone, pauseSeconds })
  return pauseSeconds === undefined ? 'failed' : 'retried'
}
