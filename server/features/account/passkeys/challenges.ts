import type { Executor } from '#server/db/client.ts'
import type { challengePurposes } from '#server/db/schema/account.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { claimChallenge, createChallenge } from './data.ts'

type Purpose = (typeof challengePurposes)[number]

// The hash includes the challenge so that each tab of a browser has a row of its own.
const browserHashOf = (browser: string, challenge: string) => sha256(`${browser} ${challenge}`)

/**
 * Creates a challenge for a browser.
 * @param browser a secret from one of the browser's cookies, or its hash
 */
export const issueChallenge = async (db: Executor, purpose: Purpose, browser: string) => {
  const challenge = newToken()
  await createChallenge(db, { browserHash: browserHashOf(browser, challenge), purpose, challenge })
  return challenge
}

/** Returns the challenge that a browser signed, if it was created for this browser and purpose, is unused and has not expired. */
export const redeemChallenge = async (
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
