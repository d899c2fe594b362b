import { use, useState, useSyncExternalStore } from 'react'
import { read } from '#client/lib/api.ts'
import { hasCookies } from '#client/lib/storage.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { CenteredPage } from '#client/ui/centered-page.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { DemoAccount, SignInOptions } from '#contract/sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInNotice } from './sign-in-notice.tsx'
import { forgetAskedEmail, readAskedEmail, redeem, storeAskedEmail } from './steps.ts'

// The form is loaded on demand because few visitors need it.
const ReportForm = lazyPart(() => import('./report-form.tsx'))

const query = new URLSearchParams(location.search)
const returnTo = query.get('returnTo') ?? undefined
// The token is in the fragment, which reaches no server and no log. Pasting a link into this tab changes the fragment without a reload.
const readFragment = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name)
const readLinkToken = () => readFragment('token')
const readReportToken = () => readFragment('report')
const subscribeToHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

const waysRead = read<SignInOptions>('/api/sign-in').catch(() => null)

/** The sign-in page, a separate page outside the application for users without a session. */
export const SignInPage = () => {
  const ways = use(waysRead)
  const linkToken = useSyncExternalStore(subscribeToHash, readLinkToken)
  const reportToken = useSyncExternalStore(subscribeToHash, readReportToken)
  const [askedEmail, setAskedEmail] = useState(readAskedEmail)

  const content = () => {
    if (reportToken) return <ReportForm key={reportToken} token={reportToken} />
    if (!hasCookies()) return <CookiesRefused />
    if (linkToken) return <LinkConfirmation token={linkToken} />
    if (!ways) {
      return (
        <>
          <h1 className="sr-only">Sign in</h1>
          <Alert title="The portal cannot be reached" onRetry={() => location.reload()}>
            Check your connection and try again.
          </Alert>
        </>
      )
    }
    if (askedEmail) {
      return (
        <CodeForm
          email={askedEmail}
          returnTo={returnTo}
          demoMail={ways.demo !== null}
          onOtherEmail={() => {
            forgetAskedEmail()
            setAskedEmail(undefined)
          }}
        />
      )
    }
    return (
      <>
        <SignInNotice error={query.get('error')} state={query.get('state')} />
        {ways.provider && (
          <Button asChild variant="primary" size="large" className="w-full">
            <a href={`/api/sign-in/provider${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`}>
              Sign in with your organization
            </a>
          </Button>
        )}
        {ways.email && (
          <EmailForm
            returnTo={returnTo}
            onAsked={(email) => {
              storeAskedEmail(email)
              setAskedEmail(email)
            }}
          />
        )}
        <PasskeySignIn returnTo={returnTo} />
        {ways.demo && <DemoAccounts accounts={ways.demo.accounts} returnTo={returnTo} />}
      </>
    )
  }

  return <CenteredPage>{content()}</CenteredPage>
}

/** The message that the browser refuses cookies, which every way to sign in requires. */
const CookiesRefused = () => (
  <>
    <h1 className="text-20">Sign in</h1>
    <Alert title="This browser blocks cookies" onRetry={() => location.reload()}>
      {`The portal needs one to keep you signed in. Allow cookies for ${location.host} in your browser settings, then try again.`}
    </Alert>
  </>
)

/** The confirmation of a sign-in link. Opening the link alone does not sign in, because mail scanners open links. */
const LinkConfirmation = ({ token }: { token: string }) => {
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

type DemoAccountsProps = { accounts: DemoAccount[]; returnTo: string | undefined }

/** The demo accounts, each with a button that signs in with one click. */
const DemoAccounts = ({ accounts, returnTo }: DemoAccountsProps) => (
  <section aria-labelledby="demo-accounts" className="border-line border-t pt-6">
    <h2 id="demo-accounts" className="text-17">
      Demo accounts
    </h2>
    <p className="text-13 text-muted">Sample data, stored only on this machine. Choose an account.</p>
    <ul className="mt-3 flex flex-col gap-2">
      {accounts.map(({ email, name, about }) => (
        <li key={email}>
          <a
            href={`/api/login?${new URLSearchParams({ as: email, ...(returnTo ? { returnTo } : {}) })}`}
            className="block rounded-control border border-line px-3 py-2 hover:border-control hover:bg-sunken"
          >
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{name}</span>
              <span className="text-13 text-muted">{email}</span>
            </span>
            <span className="block text-13 text-muted">{about}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
