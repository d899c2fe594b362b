import type { Database } from '#server/db/client.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'

const windowSeconds = 15 * 60

/** How often passkeys and recovery codes may be tried. */
export const createLimits = (db: Database) => {
  const limiter = (name: string, max: number) =>
    createRateLimiter(db, {
      name,
      max,
      windowSeconds,
      message: (wait) => `Too many attempts. Try again in ${wait}.`,
    })
  // An office shares one address, and every visit of the sign-in page takes a challenge.
  const challengesOfNetwork = limiter('passkey-challenge', 300)
  const signInsOfNetwork = limiter('passkey-sign-in', 120)
  const triesOfUser = limiter('passkey-user', 60)
  const codesOfUser = limiter('recovery-code', 10)

  return {
    /** @throws AppError `too_many_requests`, as all of them do */
    countChallenge: (address: string) => challengesOfNetwork(networkOf(address)),
    countSignIn: (address: string) => signInsOfNetwork(networkOf(address)),
    /** Begins and ends of adding a passkey, and of proving to be present by one. */
    countPasskeyTry: (userId: string) => triesOfUser(userId),
    countRecoveryCode: (userId: string) => codesOfUser(userId),
  }
}
