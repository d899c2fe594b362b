import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#server/db/client.ts'
import { AppError } from './app-error.ts'

interface Allowance {
  /** The name that separates this limit from others. */
  name: string
  max: number
  windowSeconds: number
}

interface RateLimit extends Allowance {
  /** Returns the error message. `wait` is how long it takes until the next call is allowed, such as "5 minutes". */
  message: (wait: string) => string
}

const createCounter = (db: Database, { name, max, windowSeconds }: Allowance) => {
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
  /** Counts calls. Undefined while the limit is not reached; otherwise the milliseconds until the next call is allowed. */
  return async (key: string, points = 1) => {
    try {
      await limiter.consume(key, points)
      return undefined
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw outcome
      return outcome.msBeforeNext
    }
  }
}

/** Creates a function that counts a use of a key and returns whether it is allowed. All processes share the count, in the database. */
export const createAllowance = (db: Database, allowance: Allowance) => {
  const count = createCounter(db, allowance)
  return async (key: string) => (await count(key)) === undefined
}

/**
 * Like `createAllowance`, but the function throws above the limit. It can count several uses at once.
 * @throws AppError `too_many_requests`, with the seconds to wait
 */
export const createRateLimiter = (db: Database, { message, ...allowance }: RateLimit) => {
  const count = createCounter(db, allowance)
  return async (key: string, points = 1) => {
    const waitMs = await count(key, points)
    if (waitMs === undefined) return
    const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
    const minutes = Math.ceil(retryAfter / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    throw new AppError('too_many_requests', message(wait), { retryAfter })
  }
}
