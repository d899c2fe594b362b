import { useState } from 'react'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { reportLinkDays } from '#contract/limits.ts'

/** The form behind "This wasn't me". Opening the link alone does nothing, because mail scanners open links; the user presses the button. */
export default function ReportForm({ token }: { token: string }) {
  const [ended, setEnded] = useState<number>()
  const { pending, error, attempt } = useAttempt()

  const handleReport = () =>
    attempt('report', async () =>
      setEnded((await call('POST /api/account/report', { body: { token } })).ended),
    )

  if (ended !== undefined) return <Reported ended={ended} />
  return (
    <>
      <div>
        <h1 className="text-20">This wasn't you?</h1>
        <p className="mt-2 text-muted">
          {`We'll sign your account out in every browser, including yours, cancel the sign-in emails sent so far, and remove passkeys and recovery codes added in the last ${reportLinkDays} days. We'll also tell our team.`}
        </p>
      </div>
      {error && <Alert title="Not signed out">{error}</Alert>}
      <Button variant="danger" size="large" pending={pending !== undefined} onClick={handleReport}>
        Sign out everywhere
      </Button>
      <a href="/" className="text-link self-center">
        It was me
      </a>
    </>
  )
}

const steps = [
  'Change your email password: anyone who can read your email can sign in with a code.',
  `Sign in again, and check your passkeys under Account and security. Passkeys and recovery codes added in the last ${reportLinkDays} days were removed. Staff keep their first passkey, and create new recovery codes.`,
  "Look for changes you didn't make, and contact the partner team if something looks wrong.",
]

function Reported({ ended }: { ended: number }) {
  return (
    <>
      <div role="status">
        <h1 className="text-20">Your account is signed out everywhere</h1>
        <p className="mt-2 text-muted">
          {ended === 0
            ? "It wasn't signed in anywhere. We've alerted our team."
            : `${formatCount(ended, 'session')} ended. We've alerted our team.`}
        </p>
      </div>
      <div>
        <h2 className="text-17">What to do now</h2>
        <ol className="mt-2 list-decimal space-y-2 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <Button asChild variant="primary" size="large">
        <a href="/sign-in">Sign in again</a>
      </Button>
    </>
  )
}
