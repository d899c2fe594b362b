import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { signInAttempts } from '#server/db/schema/users.ts'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { fillAndSign } from './agreement-steps.ts'
import { expect, test } from './fixtures.ts'
import { touchInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { fillProfile, submitProfile } from './profile-steps.ts'

/** Goes from the landing page to a session, with an emailed code. */
const signIn = async (page: Page, portal: Portal) => {
  const { email } = await createUser(portal)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to the Partner Platform' })).toBeVisible()
  await page.getByRole('link', { name: 'Partner Login' }).tap()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).tap()
  const code = codeIn(await portal.mail.mailTo(email))
  const attempts = await portal.db.select().from(signInAttempts).where(eq(signInAttempts.email, email))
  // The server's own tests hash codes at a lower cost.
  expect(attempts).toMatchObject([{ codeHash: expect.stringMatching(/^16384\.8\.5:/) }])
  // Users type a code in lower case, with spaces.
  await page.getByLabel('Code').fill(` ${code.replace('-', ' ').toLowerCase()} `)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  // Scripts can read neither the session cookie nor any other cookie of the server.
  expect(await page.evaluate(() => document.cookie)).toBe('')
}

const onboard = async (page: Page) => {
  await page.getByRole('link', { name: 'Start Onboarding' }).tap()
  await page.getByRole('button', { name: 'Start Onboarding' }).tap()
  await fillProfile(page, touchInput)
  await submitProfile(page, touchInput)
  const complete = page.getByRole('button', { name: 'Complete Onboarding' })
  await expect(page.getByText('Partner profile created successfully!', { exact: true })).toBeVisible()
  await expect(complete).toBeDisabled()
  await fillAndSign(page, touchInput, 'nda')
  await expect(page.getByText('1 of 2 agreements signed')).toBeVisible()
  await fillAndSign(page, touchInput, 'venue_partnership_agreement')
  await expect(page.getByText('2 of 2 agreements signed')).toBeVisible()
  await complete.tap()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  // `client/pages/onboarding-way.browser.test.tsx` does the same with a mouse and by the keyboard.
  test('an invited partner onboards from the landing page to the dashboard by touch', async ({
    page,
    portal,
  }) => {
    await test.step('sign in', () => signIn(page, portal))
    await test.step('onboard', () => onboard(page))
    await test.step('dashboard', async () => {
      await expect(page.getByText('Onboarding Complete!', { exact: true })).toBeVisible()
      await expect(page).toHaveURL('/')
      const greeting = page.getByText("Welcome back, Nadia Brooks! Here's your partnership overview.")
      await expect(greeting).toBeVisible()
      await page.reload()
      await expect(greeting).toBeVisible()
      await page.getByRole('button', { name: 'Open menu' }).tap()
      await page.getByRole('link', { name: 'Logout' }).tap()
      await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
    })
  })
})
