import type { Database } from '#server/db/client.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'

const windowSeconds = 15 * 60

/** How often, in a quarter of an hour, the same email address or the same network address may do a thing. */
export const createLimits = (db: Database) => {
  const limiter = (name: string, max: number) =>
    createRateLimiter(db, {
      name,
      max,
      windowSeconds,
      message: (wait) => `Too many attempts. Try again in ${wait}.`,
    })
  return {
    /** One person asks again once or twice; more would fill someone's mailbox. */
    codeByEmail: limiter('code-email', 5),
    /** An office shares one address. */
    codeByAddress: limiter('code-address', 60),
    redeemByAddress: limiter('redeem-address', 120),
  }
}
