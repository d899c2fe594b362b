import type { Executor } from '#server/db/client.ts'
import type { challengePurposes } from '#server/db/schema/account.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { claimChallenge, createChallenge } from './data.ts'

type Purpose = (typeof challengePurposes)[number]

// With the challenge in it, so that two tabs of a browser do not replace each other's.
const browserHashOf = (browser: string, challenge: string) => sha256(`${browser} ${challenge}`)

/** A new challenge for a browser, which is known by the secret of one of its cookies, or a hash of it. */
export const giveChallenge = async (db: Executor, purpose: Purpose, browser: string) => {
  const challenge = newToken()
  await createChallenge(db, { browserHash: browserHashOf(browser, challenge), purpose, challenge })
  return challenge
}

/** The challenge that a browser has answered, if it was given that one for this purpose and answers it for the first time, in time. */
export const takeChallenge = async (
  db: Executor,
  purpose: Purpose,
  browser: string,
  clientDataJSON: string,
) => {
  const challenge = readChallenge(clientDataJSON)
  if (!challenge) return undefined
  const isLive = await claimChallenge(db, {
    browserHash: browserHashOf(browser, challenge),
    purpose,
    challenge,
  })
  return isLive ? challenge : undefined
}

const readChallenge = (clientDataJSON: string) => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined
  } catch {
    return undefined
  }
}
