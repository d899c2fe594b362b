import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/client.ts'
import { AppError } from './app-error.ts'

interface RateLimit {
  /** Separates this limit from others. */
  name: string
  max: number
  windowSeconds: number
  /** `wait` is how long it takes until the next is allowed, such as "5 minutes". */
  message: (wait: string) => string
}

/**
 * Counts in the database, so that all processes count together. Answers a function that counts one more for a key.
 * @throws AppError `too_many_requests`, with the seconds to wait
 */
export const createRateLimiter = (db: Database, { name, max, windowSeconds, message }: RateLimit) => {
  const limiter = new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: max,
    duration: windowSeconds,
  })
  return async (key: string) => {
    try {
      await limiter.consume(key)
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw outcome
      const retryAfter = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
      const minutes = Math.ceil(retryAfter / 60)
      const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
      throw new AppError('too_many_requests', message(wait), { retryAfter })
    }
  }
}
