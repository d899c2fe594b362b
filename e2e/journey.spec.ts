import type { Page } from '@playwright/test'
import { codeIn } from '#test/sign-in-mail.ts'
import { fillAgreement, readConsent, signAgreement } from './agreement-steps.ts'
import { type CheckAccessibility, expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { type InputMethod, keyboardInput, touchInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { fillProfile } from './profile-steps.ts'

test.use({ ownPortal: true })
test.describe.configure({ timeout: 400_000 })

interface Journey {
  input: InputMethod
  /** Checks the states on the way that no address opens. */
  checkAccessibility: CheckAccessibility
  /** Whether Logout is inside the menu. */
  hasMenu: boolean
}

/** The journey by the keyboard checks them, which look the same to a finger. */
const noCheck: CheckAccessibility = async () => {}

const email = 'new@demo.test'

/** From the landing page to signed in, by an emailed code. */
const signIn = async (page: Page, { input, checkAccessibility }: Journey, { mail }: Portal) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to the Partner Platform' })).toBeVisible()
  await input.press(page.getByRole('link', { name: 'Partner Login' }))

  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await input.fill(page.getByLabel('Email'), email)
  await input.press(page.getByRole('button', { name: 'Email me a code' }))

  await expect(page.getByLabel('Code')).toBeFocused()
  await checkAccessibility(page.getByRole('main'))
  await input.fill(page.getByLabel('Code'), codeIn(await mail.mailTo(email)))
  await input.press(page.getByRole('button', { name: 'Sign in' }))
}

/** From the first screen after the sign-in to the profile form. */
const begin = async (page: Page, { input }: Journey) => {
  await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  await input.press(page.getByRole('link', { name: 'Start Onboarding' }))

  await expect(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
  await input.press(page.getByRole('button', { name: 'Start Onboarding' }))
  await expect(page.getByText('Step 2 of 4', { exact: true })).toBeVisible()
}

const signAgreements = async (page: Page, { input, checkAccessibility }: Journey) => {
  const complete = page.getByRole('button', { name: 'Complete Onboarding' })
  await expect(page.getByText('Partner profile created successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText('Step 3 of 4', { exact: true })).toBeVisible()
  await expect(complete).toBeDisabled()

  await readConsent(page.getByRole('region', { name: /^Mutual Non-Disclosure/ }), input, checkAccessibility)
  // The second one has all that this one has, and more.
  const { card, signButton } = await fillAgreement(page, input, 'nda')
  await input.press(signButton)
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(complete).toBeDisabled()
  await expect(page.getByText('1 of 2 agreements signed')).toBeVisible()
  await signAgreement(page, input, 'venue_partnership_agreement', checkAccessibility)
  await expect(page.getByText('2 of 2 agreements signed')).toBeVisible()
  await input.press(complete)
}

/** The dashboard, again after a reload, and Logout. */
const openDashboard = async (page: Page, { input, hasMenu }: Journey) => {
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

const onboard = async (page: Page, journey: Journey, portal: Portal) => {
  await test.step('sign in', () => signIn(page, journey, portal))
  await test.step('begin', () => begin(page, journey))
  await test.step('profile', () => fillProfile(page, journey.input))
  await test.step('agreements', () => signAgreements(page, journey))
  await test.step('dashboard', () => openDashboard(page, journey))
}

// With a mouse a newcomer onboards in `clicks.spec.ts`.
test('an invited partner onboards from the landing page to the dashboard by the keyboard alone', async ({
  page,
  portal,
}) => {
  const checkAccessibility: CheckAccessibility = (part) => expectNoAxeViolations(page, part)
  await onboard(page, { input: keyboardInput(page), checkAccessibility, hasMenu: false }, portal)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  test('an invited partner onboards from the landing page to the dashboard with a finger', async ({
    page,
    portal,
  }) => {
    await onboard(page, { input: touchInput, checkAccessibility: noCheck, hasMenu: true }, portal)
  })
})
