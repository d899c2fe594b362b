import { KeyRound } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#client/lib/api.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import {
  cancelPasskeyRequest,
  canSuggestPasskeys,
  canUsePasskeys,
  getAssertion,
  getSuggestedAssertion,
} from '#client/lib/webauthn.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Assertion } from '#contract/account/passkeys.ts'
import { challengeMinutes } from '#contract/limits.ts'
import { forgetAskedEmail } from './steps.ts'

const finish = async (credential: Assertion, returnTo: string | undefined) => {
  const response = await call('POST /api/sign-in/passkey', { body: { credential, returnTo } })
  forgetAskedEmail()
  location.replace(response.returnTo)
}

// The request is renewed one minute before the challenge expires.
const renewMs = (challengeMinutes - 1) * 60_000

type SuggestedPasskeysProps = {
  onChosen: (credential: Assertion) => Promise<unknown>
  /** Whether the browser shows the passkey prompt that the button has opened. */
  isPromptedRef: RefObject<boolean>
}

/** Offers passkeys among the browser's suggestions for the email field while this component is mounted. */
const SuggestedPasskeys = ({ onChosen, isPromptedRef }: SuggestedPasskeysProps) => {
  const handleChosen = useEffectEvent(onChosen)
  useEffect(() => {
    let isGone = false
    // A request for suggestions would cancel the open passkey prompt.
    const isUnwanted = () => isGone || isPromptedRef.current
    const suggest = async () => {
      if (isUnwanted() || !(await canSuggestPasskeys()) || isUnwanted()) return
      const options = await call('POST /api/sign-in/passkey/options', {})
      if (isUnwanted()) return
      const credential = await getSuggestedAssertion(options)
      // A refused passkey is not requested again automatically: an authenticator that responds without its user would cause a loop.
      clearInterval(timer)
      await handleChosen(credential)
    }
    // The user has not requested anything yet, so a browser that offers no passkeys must not show an error.
    const renew = () => void suggest().catch(() => undefined)
    renew()
    const timer = setInterval(renew, renewMs)
    return () => {
      isGone = true
      clearInterval(timer)
      if (canUsePasskeys()) void cancelPasskeyRequest()
    }
  }, [isPromptedRef])
  return null
}

/** Signs in with a passkey, through the button or the browser's own suggestion in the email field. */
export const PasskeySignIn = ({ returnTo }: { returnTo: string | undefined }) => {
  const { pending, error, attempt } = useAttempt()
  // The browser handles one request at a time, so the suggestions start again after a request from the button has failed.
  const [round, setRound] = useState(0)
  const isPromptedRef = useRef(false)
  if (!canUsePasskeys()) return null

  const handleClick = async () => {
    isPromptedRef.current = true
    const isSignedIn = await attempt('passkey', async () =>
      finish(await getAssertion(await call('POST /api/sign-in/passkey/options', {})), returnTo),
    )
    if (isSignedIn) return
    isPromptedRef.current = false
    setRound((before) => before + 1)
  }

  return (
    <div className="flex flex-col gap-4">
      <p
        aria-hidden
        className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        or
      </p>
      {error && <Alert title="Not signed in">{error}</Alert>}
      <Button icon={KeyRound} size="large" pending={pending !== undefined} onClick={handleClick}>
        Sign in with a passkey
      </Button>
      <SuggestedPasskeys
        key={round}
        isPromptedRef={isPromptedRef}
        onChosen={(credential) => attempt('passkey', () => finish(credential, returnTo))}
      />
    </div>
  )
}
