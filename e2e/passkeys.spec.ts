import type { Page } from '@playwright/test'
import { challengeMinutes } from '#contract/account/passkeys.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { addAuthenticator, expect, openAccount, setStaffSince, test } from './passkey-steps.ts'

// By then, a request that is sent without end has been sent again.
const quietMs = 1_500

/** How many requests the page has sent to this path from now on. */
const countRequests = (page: Page, path: string) => {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

test('a partner adds a passkey, signs in with it by button and by suggestion, renames and removes it', async ({
  page,
  portal,
  signInAs,
  signOut,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400 .*\/api\/sign-in\/passkey$/)
  const authenticator = await addAuthenticator(page)
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  const dialog = await openAccount(page, portal)
  await expect(dialog.getByText('No passkeys yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByText('Chrome on Linux')).toBeVisible()
  await expect(dialog.getByText('not used yet')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Recovery codes' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByRole('alert')).toContainText('already has a passkey')

  // By the button.
  await authenticator.setPresent(false)
  await signOut(page)
  const suggesting = page.waitForResponse('**/api/sign-in/passkey/options')
  await page.goto(`${portal.url}/sign-in?returnTo=/resources`)
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  // A suggestion that began after the authenticator is back would be confirmed at once, before the button is pressed.
  await (await suggesting).finished()
  await page.waitForTimeout(quietMs)
  await authenticator.setPresent(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Partner Resources' })).toBeVisible()

  // By the browser's suggestion, which the authenticator confirms at once.
  await signOut(page)
  await page.goto(`${portal.url}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()

  const again = await openAccount(page, portal)
  await expect(again.getByText('last used')).toBeVisible()
  await again.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' })
  await renaming.getByLabel('Name').fill('Work laptop')
  await expectNoAxeViolations(page, renaming)
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByText('Work laptop')).toBeVisible()
  await expectNoAxeViolations(page, again)
  await again.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(again.getByText('No passkeys yet')).toBeVisible()

  // The device still offers it.
  await authenticator.setPresent(false)
  await signOut(page)
  const attempts = countRequests(page, '/api/sign-in/passkey')
  await page.goto(`${portal.url}/sign-in`)
  await authenticator.setPresent(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').first()).toContainText("This passkey didn't work.")
  // The authenticator confirms what is suggested before and after the press, too: then it ends.
  await page.waitForTimeout(quietMs)
  expect(attempts()).toBeLessThanOrEqual(3)
})

test.describe('where staff must have a passkey', () => {
  test.use({ passkeysRequired: true })

  test('they set one up, save recovery codes, and use either from then on', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    browserErrors.allow(/status of (400|409) .*\/api\/account\/(recovery-codes|passkeys)\/[\w-]+$/)
    // An open page is refused what it reads once the days of grace have ended, or after another sign-in.
    browserErrors.allow(/status of 403 .*\/api\//)
    const authenticator = await addAuthenticator(page)
    const user = await createUser(portal, { role: 'support' })
    await setStaffSince(portal, 5)
    await signInAs(page, user)
    await page.goto(portal.url)
    const banner = page.getByRole('region', { name: 'Set up a passkey' })
    await expect(banner).toContainText('2 days left')
    await expectNoAxeViolations(page, banner)
    await banner.getByRole('link', { name: 'Set up' }).click()
    await expect(page.getByRole('dialog', { name: 'Account and security' })).toBeVisible()

    await setStaffSince(portal, 8)
    await page.goto(`${portal.url}/admin`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up a passkey')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Set up a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Save your recovery codes')
    const codes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allInnerTexts()
    expect(codes).toHaveLength(10)
    await expectNoAxeViolations(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('partner-portal-recovery-codes.txt')
    // Another look at the window does not take the codes away.
    const read = page.waitForResponse('**/api/auth/user')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await (await read).finished()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveText(codes)
    await page.getByRole('button', { name: "I've saved them" }).click()
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()

    // During the grace, what they signed in by does not change passkeys.
    await setStaffSince(portal, 5)
    await signInAs(page, user)
    const locked = await openAccount(page, portal)
    await expect(locked.getByText("Confirm that it's you to make changes")).toBeVisible()
    await expect(locked.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await expectNoAxeViolations(page, locked)
    await locked.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(locked.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    await setStaffSince(portal, 8)

    // Signed in by email, with the passkey.
    await signInAs(page, user)
    await page.goto(`${portal.url}/admin`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use your passkey')
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()

    // The passkey is lost.
    await authenticator.clear()
    await signInAs(page, user)
    await page.goto(`${portal.url}/admin`)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const field = page.getByLabel('Recovery code')
    await expect(field).toBeFocused()
    await field.fill('12')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('A recovery code has 24 letters and digits')
    await field.fill('0000-0000-0000-0000-0000-0000')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription('This code is wrong or has been used.')
    await expectNoAxeViolations(page)
    await field.fill(codes[4] ?? '')
    await page.keyboard.press('Enter')

    // There they replace it.
    const dialog = page.getByRole('dialog', { name: 'Account and security' })
    await expect(dialog.getByText('9 of 10 left')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('You need at least one passkey.').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog.getByText('Save these codes now')).toBeVisible()
    await expectNoAxeViolations(page, dialog)
    await dialog.getByRole('button', { name: "I've saved them" }).click()
    await expect(dialog.getByText('10 of 10 left')).toBeVisible()
  })
})

test('new suggestions leave the prompt alone that the user is in', async ({
  page,
  portal,
  signInAs,
  signOut,
}) => {
  const authenticator = await addAuthenticator(page)
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  const dialog = await openAccount(page, portal)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog.getByText('Chrome on Linux')).toBeVisible()
  await authenticator.setPresent(false)
  await signOut(page)

  await page.clock.install()
  const challenges = countRequests(page, '/api/sign-in/passkey/options')
  await page.goto(`${portal.url}/sign-in`)
  await expect.poll(challenges).toBe(1)
  await page.clock.runFor(challengeMinutes * 60_000)
  await expect.poll(challenges).toBe(2)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(challenges).toBe(3)
  await page.clock.runFor(challengeMinutes * 60_000)
  await page.waitForTimeout(quietMs)
  expect(challenges()).toBe(3)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
