import type { Page } from '@playwright/test'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { fillAndSign, readConsent, signAgreement } from './agreement-steps.ts'
import { type CheckAccessibility, expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { type InputMethod, keyboardInput, touchInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectKeptProfile, fillProfile, submitProfile } from './profile-steps.ts'

const noCheck: CheckAccessibility = async () => {}

/** From the landing page to signed in, by an emailed code. */
const signIn = async (page: Page, portal: Portal, input: InputMethod, checkAccessibility = noCheck) => {
  const { email } = await createUser(portal)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to the Partner Platform' })).toBeVisible()
  await input.press(page.getByRole('link', { name: 'Partner Login' }))

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await input.fill(page.getByLabel('Email'), email)
  await input.press(page.getByRole('button', { name: 'Email me a code' }))

  await expect(page.getByLabel('Code')).toBeFocused()
  await checkAccessibility(page.getByRole('main'))
  await input.fill(page.getByLabel('Code'), codeIn(await portal.mail.mailTo(email)))
  await input.press(page.getByRole('button', { name: 'Sign in' }))
}

/** From the first screen after the sign-in to the profile form. */
const begin = async (page: Page, input: InputMethod) => {
  await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  await input.press(page.getByRole('link', { name: 'Start Onboarding' }))

  await expect(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
  await input.press(page.getByRole('button', { name: 'Start Onboarding' }))
  await expect(page.getByText('Step 2 of 4', { exact: true })).toBeVisible()
}

/** Signs the NDA, which has nothing that the other agreement has not. */
const signNda = async (page: Page, input: InputMethod, checkAccessibility = noCheck) => {
  const complete = page.getByRole('button', { name: 'Complete Onboarding' })
  await expect(page.getByText('Partner profile created successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText('Step 3 of 4', { exact: true })).toBeVisible()
  await expect(complete).toBeDisabled()

  await readConsent(page.getByRole('region', { name: /^Mutual Non-Disclosure/ }), input, checkAccessibility)
  await fillAndSign(page, input, 'nda')
  await expect(complete).toBeDisabled()
  await expect(page.getByText('1 of 2 agreements signed')).toBeVisible()
}

const complete = async (page: Page, input: InputMethod) => {
  await expect(page.getByText('2 of 2 agreements signed')).toBeVisible()
  await input.press(page.getByRole('button', { name: 'Complete Onboarding' }))
}

/**
 * The dashboard, again after a reload, and Logout.
 * @param hasMenu whether Logout is inside the menu
 */
const openDashboard = async (page: Page, input: InputMethod, hasMenu = false) => {
  await expect(page.getByText('Onboarding Complete!', { exact: true })).toBeVisible()
  await expect(page.getByText('Welcome to the Partner Portal!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  const greeting = page.getByText("Welcome back, Nadia Brooks! Here's your partnership overview.")
  await expect(greeting).toBeVisible()
  await expect(page.getByText('No tasks assigned')).toBeVisible()

  await page.reload()
  await expect(greeting).toBeVisible()
  if (hasMenu) await input.press(page.getByRole('button', { name: 'Open menu' }))
  await input.press(page.getByRole('link', { name: 'Logout' }))
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
}

// With a mouse a newcomer onboards in `clicks.spec.ts`.
test('an invited partner onboards from the landing page to the dashboard by the keyboard alone', async ({
  page,
  portal,
}) => {
  // Each key takes its time on a busy machine.
  test.slow()
  const input = keyboardInput(page)
  // The states on the way that no address opens.
  const checkAccessibility: CheckAccessibility = (part) => expectNoAxeViolations(page, part)
  await test.step('sign in', () => signIn(page, portal, input, checkAccessibility))
  await test.step('begin', () => begin(page, input))
  await test.step('profile', async () => {
    await fillProfile(page, input)
    await expectKeptProfile(page)
    await submitProfile(page, input)
  })
  await test.step('agreements', async () => {
    await signNda(page, input, checkAccessibility)
    await signAgreement(page, input, 'venue_partnership_agreement', checkAccessibility)
    await complete(page, input)
  })
  await test.step('dashboard', () => openDashboard(page, input))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  // The journey above reloads what it has typed, and `client/pages/small-screens.browser.test.tsx` proves how a phone shows what is missing.
  test('an invited partner onboards from the landing page to the dashboard with a finger', async ({
    page,
    portal,
  }) => {
    await test.step('sign in', () => signIn(page, portal, touchInput))
    await test.step('begin', () => begin(page, touchInput))
    await test.step('profile', async () => {
      await fillProfile(page, touchInput)
      await submitProfile(page, touchInput)
    })
    await test.step('agreements', async () => {
      await signNda(page, touchInput)
      await fillAndSign(page, touchInput, 'venue_partnership_agreement')
      await complete(page, touchInput)
    })
    await test.step('dashboard', () => openDashboard(page, touchInput, true))
  })
})
