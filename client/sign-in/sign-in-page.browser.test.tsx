import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { getSignInOptions, requestCode } from '#contract/sign-in.ts'
import { answer } from '#test/browser/portal-answers.ts'

/** The page, as it begins: it asks once for the ways to sign in, when its file is loaded. */
const showSignIn = async () => {
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  vi.resetModules()
  const { SignInPage } = await import('./sign-in-page.tsx')
  await render(
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
