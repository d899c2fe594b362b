import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getSignInOptions, redeemCode, requestCode } from '#contract/sign-in.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'

/** The page, as it begins: it asks once for the ways to sign in, when its file is loaded. */
const showSignIn = async () => {
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  vi.resetModules()
  const { SignInPage } = await import('./sign-in-page.tsx')
  return render(
    <Suspense>
      <SignInPage />
    </Suspense>,
  )
}

test('where the browser refuses storage a code is asked for all the same', async () => {
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

test('where the browser refuses cookies the page says so, and asks for nothing', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  onTestFinished(() => cookies.mockRestore())
  await showSignIn()
  await expect.element(page.getByRole('alert').getByText('This browser refuses cookies')).toBeVisible()
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

test('phones help with typing the code, and one that is refused says so and keeps the focus', async () => {
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
