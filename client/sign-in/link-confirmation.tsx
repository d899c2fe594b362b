import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { redeem, useAttempt } from './steps.ts'

/** Opening the link signs nobody in, since mail scanners open links: a person presses the button. */
export const LinkConfirmation = ({ token }: { token: string }) => {
  const { pending, error, attempt } = useAttempt()
  return (
    <>
      <div>
        <h1 className="text-20">Sign in with your link</h1>
        <p className="mt-1 text-muted">Press the button to continue to the portal.</p>
      </div>
      {error && <Alert title="Not signed in">{error}</Alert>}
      <Button
        variant="primary"
        size="large"
        pending={pending !== undefined}
        onClick={() => attempt('redeem', () => redeem({ token }))}
      >
        Sign in
      </Button>
      <a href="/sign-in" className="text-link self-center">
        Request a new code
      </a>
    </>
  )
}
