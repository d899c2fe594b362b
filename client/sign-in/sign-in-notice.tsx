import { Alert } from '#client/ui/alert.tsx'
import { type SignInError, signedOutState, signInErrors } from '#contract/sign-in-errors.ts'

type Heading = { title: string; tone: 'info' | 'caution' | 'danger' }

const headings: Partial<Record<SignInError, Heading>> = {
  canceled: { title: 'Sign-in was canceled', tone: 'info' },
  provider_sign_out: { title: 'Signed out of this portal only', tone: 'caution' },
}
const failed: Heading = { title: 'Not signed in', tone: 'danger' }

const isSignInError = (code: string | null): code is SignInError =>
  code !== null && Object.hasOwn(signInErrors, code)

type SignInNoticeProps = {
  /** The query parameters `error` and `state` of the page's address. */
  error: string | null
  state: string | null
}

/** The notice about why the browser came back to this page. */
export const SignInNotice = ({ error, state }: SignInNoticeProps) => {
  if (isSignInError(error)) {
    const { title, tone } = headings[error] ?? failed
    return (
      <Alert title={title} tone={tone}>
        {signInErrors[error]}
      </Alert>
    )
  }
  return state === signedOutState ? <Alert tone="positive" title="You are signed out" /> : null
}
