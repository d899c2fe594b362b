import type { Database } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'

const windowSeconds = 15 * 60

/** Limits how often passkeys and recovery codes can be tried. */
export const createLimits = (db: Database) => {
  const limiter = (name: string, max: number) =>
    createRateLimiter(db, {
      name,
      max,
      windowSeconds,
      message: (wait) => `Too many attempts. Try again in ${wait}.`,
    })
  // These limits are high because all users of an office share one address, and each visit of the sign-in page requests a challenge.
  const challengesOfNetwork = limiter('passkey-challenge', 300)
  const signInsOfNetwork = limiter('passkey-sign-in', 120)
  const triesOfUser = limiter('passkey-user', 60)
  const codesOfUser = limiter('recovery-code', 10)

  return {
    /** @throws AppError `too_many_requests`, as the other functions here do */
    countChallenge: (address: string) => challengesOfNetwork(networkOf(address)),
    countSignIn: (address: string) => signInsOfNetwork(networkOf(address)),
    /** Counts each request that begins or ends adding a passkey, or confirming with one. */
    countPasskeyTry: (userId: string) => triesOfUser(userId),
    countRecoveryCode: (userId: string) => codesOfUser(userId),
  }
}
