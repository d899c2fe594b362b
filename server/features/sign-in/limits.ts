import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/client.ts'
import { AppError } from '#server/http/app-error.ts'

const windowSeconds = 15 * 60

/** How often, in a quarter of an hour, the same e-mail or the same network address may do a thing. */
const maxPerWindow = {
  /** A person asks again once or twice; more would fill someone's mailbox. */
  'code-email': 5,
  /** An office shares one address. */
  'code-address': 60,
  'redeem-address': 120,
} as const

export type Limit = keyof typeof maxPerWindow

/** Counts in the database, so that all processes count together. */
export const createLimits = (db: Database) => {
  const limiters = Object.fromEntries(
    Object.entries(maxPerWindow).map(([name, points]) => [
      name,
      new RateLimiterPostgres({
        storeClient: db.$client,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: windowSeconds,
      }),
    ]),
  ) as Record<Limit, RateLimiterPostgres>

  /** @throws AppError `too_many_requests`, with the seconds to wait */
  return async (limit: Limit, key: string) => {
    try {
      await limiters[limit].consume(key)
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw outcome
      const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
      const minutes = Math.ceil(seconds / 60)
      const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
      throw new AppError('too_many_requests', `Too many tries. Try again in ${wait}.`, {
        retryAfter: seconds,
      })
    }
  }
}
