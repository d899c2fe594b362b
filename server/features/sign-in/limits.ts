import type { Database } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'
import { createAllowance, createRateLimiter } from '#server/http/rate-limiter.ts'
import { sha256 } from '#server/sessions/sessions.ts'

const minute = 60

/** Creates the limits on how often sign-in may be tried. Their keys contain no email address. */
export const createLimits = (db: Database) => {
  const limiter = (name: string, max: number) =>
    createRateLimiter(db, {
      name,
      max,
      windowSeconds: 15 * minute,
      message: (wait) => `Too many attempts. Try again in ${wait}.`,
    })
  // An office shares one network address, so many users may count together.
  const requestByNetwork = limiter('code-network', 60)
  const redeemByNetwork = limiter('redeem-network', 120)
  // A user asks again once or twice; more emails would fill somebody's mailbox.
  const emailFromNetwork = createAllowance(db, {
    name: 'code-email-network',
    max: 5,
    windowSeconds: 10 * minute,
  })
  const emailFromAll = createAllowance(db, { name: 'code-email', max: 10, windowSeconds: 60 * minute })

  return {
    /** Counts a request for a code. @throws AppError `too_many_requests` */
    countRequest: (address: string) => requestByNetwork(networkOf(address)),
    /** Counts a try of a code or link. @throws AppError `too_many_requests` */
    countRedeem: (address: string) => redeemByNetwork(networkOf(address)),
    /**
     * Whether a request may replace a code that is still valid. A network that has used up its share does not use up the share of other
     * networks.
     */
    mayReplaceCode: async (email: string, address: string) => {
      const account = sha256(email.toLowerCase())
      return (await emailFromNetwork(`${account}:${networkOf(address)}`)) && (await emailFromAll(account))
    },
  }
}
