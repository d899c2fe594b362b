import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { listOwnActivations } from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { type CurrentUser, getCurrentUser, getPortal } from '#contract/session/session.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address } from '#test/browser/steps.ts'
import { App } from './app.tsx'
import { queryClient } from './lib/query-client.ts'

/** The heading and the page title of each screen. */
const screens = {
  dashboard: ['Partner Dashboard', 'Dashboard · Partner Portal'],
  denied: ['Access Denied', 'Admin Panel · Partner Portal'],
  welcome: ['Welcome to Partner Portal', 'Welcome · Partner Portal'],
  preOnboarding: ['Onboarding Required', 'Onboarding · Partner Portal'],
  onboarded: ['Onboarding Complete', 'Onboarding · Partner Portal'],
  onboarding: ['Partner Onboarding', 'Partner Onboarding · Partner Portal'],
  resources: ['Partner Resources', 'Partner Resources · Partner Portal'],
  notFound: ['404 Page Not Found', 'Page not found · Partner Portal'],
} as const
type Screen = keyof typeof screens

const expectScreen = async (screen: Screen) => {
  const [heading, title] = screens[screen]
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(heading)
  await expect.poll(() => document.title).toBe(title)
  expect(page.getByRole('banner').elements()).toHaveLength(1)
}

const onboarded = () => answerEmptyHome()
const toSign = () => {
  answerEmptyHome()
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  answer(getPortal, { companyName: 'Example Company' })
}
const withoutProfile = () => {
  answerEmptyHome()
  answer(getProfile, refusal('not_found'))
}

// screens.test.ts covers which screen each path shows. These tests cover that the router follows it, and the titles of the screens.
const paths: [path: string, who: string, CurrentUser, () => void, Screen][] = [
  ['/dashboard/', 'support', support, answerStaffHome, 'dashboard'],
  ['/pre-onboarding', 'support', support, answerStaffHome, 'preOnboarding'],
  ['/welcome', 'an onboarded partner', partner, onboarded, 'welcome'],
  ['/admin', 'an onboarded partner', partner, onboarded, 'denied'],
  ['/pre-onboarding', 'an onboarded partner', partner, onboarded, 'onboarded'],
  ['/resources', 'a partner with agreements to sign', partner, toSign, 'onboarding'],
  ['/admin', 'a partner without a profile', partner, withoutProfile, 'preOnboarding'],
  ['/onboarding', 'a partner without a profile', partner, withoutProfile, 'onboarding'],
]

test.for(paths)('%s shows %s the right screen', async ([path, , user, give, screen]) => {
  give()
  await showPortal(path, user)
  await expectScreen(screen)
})

const answerLibrary = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listResourceFolders, [])
}

test('an unknown address shows an error and links to the home page', async () => {
  answerLibrary()
  await showPortal('/nowhere', partner)
  await expectScreen('notFound')
  await expect.element(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expectScreen('dashboard')
  expect(address()).toBe('/')
})

test('going to another screen moves the focus, changes the title and scrolls to the top', async () => {
  answerLibrary()
  answer(
    listOwnActivations,
    Array.from({ length: 30 }, () => activationRow()),
  )
  await showPortal('/', partner)
  await expect.element(page.getByText('Opening night').last()).toBeVisible()
  scrollTo(0, 2000)
  await expect.poll(() => scrollY).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Resources', exact: true }).first().click()
  await expectScreen('resources')
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(scrollY).toBe(0)
  history.back()
  await expectScreen('dashboard')
  history.forward()
  await expectScreen('resources')
})

/** Shows the portal with the given answers for the session. */
const show = (path: string) => {
  history.replaceState(null, '', path)
  return render(<App client={queryClient} />)
}

test('while the session and the profile load, the page shows a spinner and reads nothing else', async () => {
  answerLibrary()
  const gates = [createGate(), createGate()] as const
  answer(getCurrentUser, () => gates[0].opened.then(() => partner))
  answer(getProfile, () => gates[1].opened.then(() => profile))
  await show('/')
  for (const [index, gate] of gates.entries()) {
    await expect
      .poll(callsSoFar)
      .toEqual(['GET /api/auth/user', 'GET /api/partner/profile'].slice(0, index + 1))
    await new Promise(requestAnimationFrame)
    await expect.element(page.getByRole('status')).toHaveTextContent('Loading...')
    expect(page.getByRole('heading').elements()).toHaveLength(0)
    gate.open()
  }
  await expectScreen('dashboard')
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument()
})

test('Retry recovers when the session or the profile returns an error or no response', async () => {
  answerLibrary()
  answer(getCurrentUser, refusal('internal'))
  answer(getProfile, refusal('internal'))
  await show('/resources')
  const alert = page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })
  const retry = alert.getByRole('button', { name: 'Retry' })
  const expectUnreachable = async (calls: number) => {
    await expect.poll(callsSoFar).toHaveLength(calls)
    await expect.element(alert).toBeVisible()
    expect(page.getByRole('banner').elements()).toHaveLength(0)
  }
  await expectUnreachable(1)
  answer(getCurrentUser, noNetwork)
  await retry.click()
  await expectUnreachable(2)
  answer(getCurrentUser, partner)
  await retry.click()
  await expectUnreachable(4)
  answer(getProfile, noNetwork)
  await retry.click()
  await expectUnreachable(5)
  answer(getProfile, profile)
  await retry.click()
  await expectScreen('resources')
})

test('a partner without a profile still sees the screen while there is no network', async () => {
  answerLibrary()
  answer(getProfile, refusal('not_found'))
  await showPortal('/onboarding', partner)
  await expectScreen('onboarding')
  answer(getProfile, noNetwork)
  await queryClient.invalidateQueries({ queryKey: [getProfile.path] })
  expect(queryClient.getQueryState([getProfile.path])?.status).toBe('error')
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  expect(page.getByText('The portal cannot be reached').elements()).toHaveLength(0)
  await expectScreen('onboarding')
})
