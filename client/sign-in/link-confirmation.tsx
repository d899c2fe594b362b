import { useState } from 'react'
import { call } from '#client/lib/api.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { redeemCode } from '#contract/sign-in.ts'
import { forgetAskedEmail } from './asked-email.ts'
import { failureText } from './failure.ts'

/** Opening the mailed link uses nothing up: mail scanners open links. A person presses the button. */
export const LinkConfirmation = ({ token }: { token: string }) => {
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  const handleClick = async () => {
    setPending(true)
    try {
      const answer = await call(redeemCode, { body: { token } })
      forgetAskedEmail()
      location.replace(answer.returnTo)
    } catch (failure) {
      setError(failureText(failure))
      setPending(false)
    }
  }

  return (
    <>
      <div>
        <h1 className="text-20">Sign in with your link</h1>
        <p className="mt-1 text-muted">One press, and you are in.</p>
      </div>
      {error && <Alert title="Not signed in">{error}</Alert>}
      <Button variant="primary" size="large" onClick={handleClick} pending={pending}>
        Sign in
      </Button>
      <a href="/sign-in" className="text-link self-center">
        Ask for a new code
      </a>
    </>
  )
}
