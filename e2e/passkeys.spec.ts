import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { challengeMinutes } from '#contract/limits.ts'
import { passkeys } from '#server/db/schema/account.ts'
import { createUser } from '#test/factories.ts'
import { addAuthenticator, expect, openAccount, setStaffSince, test } from './passkey-steps.ts'

// A page that repeats a request endlessly has repeated it within this time.
const quietMs = 1_500

/** Returns a function that counts the requests that the page sends to this path from now on. */
const countRequests = (page: Page, path: string) => {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

// The tests that need no authenticator are in client/features/account/security.browser.test.tsx.
test('staff set up a passkey, sign in with it by button and by suggestion, prove their presence with it, and replace it with a recovery code', async ({
  page,
  portal,
  signInAs,
  signOut,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400 .*\/api\/sign-in\/passkey$/)
  // An open page is refused what it reads after the grace period has ended, or after another sign-in.
  browserErrors.allow(/status of 403 .*\/api\//)
  const heading = page.getByRole('heading', { level: 1 })
  const signInButton = page.getByRole('button', { name: 'Sign in with a passkey' })
  const authenticator = await addAuthenticator(page)
  const user = await createUser(portal, { role: 'support' })
  await setStaffSince(portal, 8)
  await signInAs(page, user)
  await page.goto(`${portal.url}/admin`)
  await page.getByRole('button', { name: 'Set up a passkey' }).click()
  await expect(heading).toHaveText('Save your recovery codes')
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const codes = await listed.allInnerTexts()
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('partner-portal-recovery-codes.txt')
  // The codes stay when the window becomes visible again.
  const read = page.waitForResponse('**/api/auth/user')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await read).finished()
  await expect(listed).toHaveText(codes)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await expect(heading).toHaveText('Admin Panel')

  // The user signs in with the button.
  await authenticator.setPresent(false)
  await signOut(page)
  const suggesting = page.waitForResponse('**/api/sign-in/passkey/options')
  await page.goto(`${portal.url}/sign-in?returnTo=/resources`)
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  // A suggestion that starts after the authenticator is back would be confirmed at once, before the button is pressed.
  await (await suggesting).finished()
  await page.waitForTimeout(quietMs)
  await authenticator.setPresent(true)
  await signInButton.click()
  await expect(heading).toHaveText('Partner Resources')

  // The browser suggests the passkey, which the authenticator confirms at once.
  await signOut(page)
  await page.goto(`${portal.url}/sign-in?returnTo=/admin`)
  await expect(heading).toHaveText('Admin Panel')

  // A user who signed in by email also has to use the passkey.
  await signInAs(page, user)
  await page.goto(`${portal.url}/admin`)
  await expect(heading).toHaveText('Use your passkey')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(heading).toHaveText('Admin Panel')
  const account = await openAccount(page, portal)
  await account.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(account.getByRole('alert')).toContainText('already has a passkey')

  // The passkey is lost, and the user replaces it.
  await authenticator.clear()
  await signInAs(page, user)
  await page.goto(`${portal.url}/admin`)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[4] ?? '')
  await page.keyboard.press('Enter')
  await expect(account.getByText('9 of 10 left')).toBeVisible()
  await account.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(account.getByText('not used yet')).toBeVisible()

  // The portal no longer has the passkey, but the device still offers it and confirms every suggestion. The page must stop asking for it.
  await portal.db.delete(passkeys).where(eq(passkeys.userId, user.id))
  await authenticator.setPresent(false)
  await signOut(page)
  const attempts = countRequests(page, '/api/sign-in/passkey')
  await page.goto(`${portal.url}/sign-in`)
  await authenticator.setPresent(true)
  await signInButton.click()
  await expect(page.getByRole('alert').first()).toContainText("This passkey didn't work.")
  await page.waitForTimeout(quietMs)
  expect(attempts()).toBeLessThanOrEqual(3)

  // New suggestions do not interrupt the prompt that the user sees.
  await authenticator.setPresent(false)
  await page.clock.install()
  const challenges = countRequests(page, '/api/sign-in/passkey/options')
  await page.goto(`${portal.url}/sign-in`)
  await expect.poll(challenges).toBe(1)
  await page.clock.runFor(challengeMinutes * 60_000)
  await expect.poll(challenges).toBe(2)
  await signInButton.click()
  await expect.poll(challenges).toBe(3)
  await page.clock.runFor(challengeMinutes * 60_000)
  await page.waitForTimeout(quietMs)
  expect(challenges()).toBe(3)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
