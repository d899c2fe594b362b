import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { reportSignIn } from '#contract/account/sessions.ts'
import { getSignInOptions, redeemCode, requestCode, type SignInOptions } from '#contract/sign-in.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'

/** Shows the page as newly loaded. The page reads the ways to sign in only once, when its module is loaded. */
const showSignIn = async (demo: SignInOptions['demo'] = null) => {
  answer(getSignInOptions, { email: true, provider: false, demo })
  return reloadSignIn()
}

let loads = 0

const reloadSignIn = async () => {
  loads += 1
  // A different address makes the browser load the module again.
  const address = `./sign-in-page.tsx?load=${loads}`
  const { SignInPage }: typeof import('./sign-in-page.tsx') = await import(/* @vite-ignore */ address)
  return render(
    <Suspense>
      <SignInPage />
    </Suspense>,
  )
}

test('if the browser refuses storage, a code can still be requested', async () => {
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  answer(requestCode, { minutes: 10 })
  await showSignIn()
  await page.getByLabelText('Email').fill('dana@example.com')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect.element(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  storage.mockRestore()
})

test('if the browser refuses cookies, the page says so and shows no form', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  onTestFinished(() => cookies.mockRestore())
  await showSignIn()
  await expect.element(page.getByRole('alert').getByText('This browser blocks cookies')).toBeVisible()
  await expect.element(page.getByLabelText('Email')).not.toBeInTheDocument()
})

const emailField = page.getByLabelText('Email')
const codeField = page.getByLabelText('Code')
const askForCode = page.getByRole('button', { name: 'Email me a code' })
const signIn = page.getByRole('button', { name: 'Sign in', exact: true })

test('a wrong address and a refusal show at the field, and another address can be used', async () => {
  const shown = await showSignIn()
  await emailField.fill('nobody@')
  await askForCode.click()
  await expect.element(emailField).toHaveAccessibleDescription('Valid email is required')
  await expect.element(emailField).toHaveFocus()

  const message = 'Too many attempts. Try again in 15 minutes.'
  answer(requestCode, refusal('too_many_requests', message))
  await emailField.fill('mistyped@example.test')
  await askForCode.click()
  await expect.element(emailField).toHaveAccessibleDescription(message)

  answer(requestCode, { minutes: 10 })
  await askForCode.click()
  await expect.element(page.getByText('mistyped@example.test', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect.element(emailField).toHaveValue('')
  await shown.unmount()
  await showSignIn()
  await expect.element(emailField).toBeVisible()
})

test('phones help with typing the code, and a refused code shows the reason and does not lose the focus', async () => {
  answer(requestCode, { minutes: 10 })
  await showSignIn()
  await emailField.fill('dana@example.com')
  await askForCode.click()
  await expect.element(codeField).toHaveFocus()
  for (const [name, value] of [
    ['autocomplete', 'one-time-code'],
    ['inputmode', 'text'],
    ['autocapitalize', 'characters'],
    ['autocorrect', 'off'],
    ['spellcheck', 'false'],
  ] as const) {
    await expect.element(codeField).toHaveAttribute(name, value)
  }
  await expect.element(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()

  answer(redeemCode, refusal('bad_request', 'This code is wrong or has expired.'))
  await codeField.fill('3467-9BCD')
  await signIn.click()
  await expect.element(codeField).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect.element(codeField).toHaveFocus()
  await expectNoAxeViolations(page.getByRole('main'))
})

test('a reload shows the code form again, and a new code can be sent after the wait', async () => {
  let asked = 0
  answer(requestCode, () => {
    asked += 1
    return { minutes: 10 }
  })
  const shown = await showSignIn()
  await emailField.fill('dana@example.com')
  await askForCode.click()
  await expect.element(codeField).toBeVisible()
  await shown.unmount()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await reloadSignIn()
  await expect.element(page.getByText('dana@example.com', { exact: true })).toBeVisible()
  await expect.element(codeField).toHaveFocus()
  await vi.advanceTimersByTimeAsync(30_000)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect.element(page.getByText('Check your email again. Only the newest code works.')).toBeVisible()
  expect(asked).toBe(2)
  await expect.element(codeField).toHaveFocus()
})

const token = 'x'.repeat(43)

/** Simulates pasting the link of an email into the tab, which changes only the part after the #. */
const openLink = (fragment: string) => {
  location.hash = fragment
  onTestFinished(() => history.replaceState(null, '', location.pathname + location.search))
}

test('a link that is pasted into the tab signs nobody in by itself, and shows why it is refused', async () => {
  await showSignIn()
  openLink(`token=${token}`)
  await expect.element(page.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible()
  const message = 'Open this link in the browser where you requested it, or enter the code there.'
  answer(redeemCode, ({ body }) => {
    expect(body).toEqual({ token })
    return refusal('bad_request', message)
  })
  await signIn.click()
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Request a new code' }))
    .toHaveAttribute('href', '/sign-in')
})

test('"This wasn’t me" signs out everywhere when the user presses the button, and says when its link was already used', async () => {
  openLink(`report=${token}`)
  await showSignIn()
  await expect.element(page.getByRole('heading', { name: "This wasn't you?" })).toBeVisible()
  await expect.element(page.getByText(/passkeys and recovery codes added in the last 7 days/)).toBeVisible()
  await expectNoAxeViolations(page.getByRole('main'))
  const press = page.getByRole('button', { name: 'Sign out everywhere' })
  const message = 'This link has been used or has expired.'
  answer(reportSignIn, refusal('bad_request', message))
  await press.click()
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible()
  answer(reportSignIn, { ended: 2 })
  await press.click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Your account is signed out everywhere')
  await expect.element(page.getByText(/^2 sessions ended\./)).toBeVisible()
  await expectNoAxeViolations(page.getByRole('main'))
})

test('the page says when the portal cannot be reached', async () => {
  answer(getSignInOptions, noNetwork)
  await reloadSignIn()
  const alert = page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })
  await expect.element(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the demo accounts sign in with one click, and fit a narrow phone', async () => {
  await page.viewport(320, 800)
  await showSignIn({
    accounts: [
      { email: 'partner@demo.test', name: 'Paula Ortega', role: 'user', about: 'An approved partner' },
    ],
  })
  const accounts = page.getByRole('region', { name: 'Demo accounts' })
  await expect
    .element(accounts.getByRole('link', { name: /^Paula Ortega/ }))
    .toHaveAttribute('href', '/api/login?as=partner%40demo.test')
  expect(document.documentElement.scrollWidth).toBe(320)
  await expectNoAxeViolations(page.getByRole('main'))
  answer(requestCode, { minutes: 10 })
  await emailField.fill('partner@demo.test')
  await askForCode.click()
  await expect
    .element(page.getByRole('link', { name: 'See the demo mailbox' }))
    .toHaveAttribute('href', '/demo/mail')
})
