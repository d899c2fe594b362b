import type { Database } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'
import { createAllowance, createRateLimiter } from '#server/http/rate-limiter.ts'
import { sha256 } from '#server/sessions/sessions.ts'

const minute = 60

/** How often sign-in may be tried. The keys contain no email address. */
export const createLimits = (db: Database) => {
  const limiter = (name: string, max: number) =>
    createRateLimiter(db, {
      name,
      max,
      windowSeconds: 15 * minute,
      message: (wait) => `Too many attempts. Try again in ${wait}.`,
    })
  // An office shares one address.
  const requestByNetwork = limiter('code-network', 60)
  const redeemByNetwork = limiter('redeem-network', 120)
  // One person asks again once or twice; more would fill someone's mailbox.
  const emailFromNetwork = createAllowance(db, {
    name: 'code-email-network',
    max: 5,
    windowSeconds: 10 * minute,
  })
  const emailFromAll = createAllowance(db, { name: 'code-email', max: 10, windowSeconds: 60 * minute })

  return {
    /** @throws AppError `too_many_requests` */
    countRequest: (address: string) => requestByNetwork(networkOf(address)),
    /** @throws AppError `too_many_requests` */
    countRedeem: (address: string) => redeemByNetwork(networkOf(address)),
    /**
     * Whether a request may replace a code that is still valid. One network that has used up its share does not use up that of
     * the others.
     */
    mayReplaceCode: async (email: string, address: string) => {
      const account = sha256(email.toLowerCase())
      return (await emailFromNetwork(`${account}:${networkOf(address)}`)) && (await emailFromAll(account))
    },
  }
}
