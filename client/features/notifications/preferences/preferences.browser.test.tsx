import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getOwnAccount } from '#contract/account/profile.ts'
import { emailSwitches } from '#contract/notifications/kinds.ts'
import {
  type EmailPreferences,
  getEmailPreferences,
  updateEmailPreferences,
} from '#contract/notifications/preferences.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const allOn: EmailPreferences = {
  ...(Object.fromEntries(emailSwitches.map((name) => [name, true])) as Record<
    (typeof emailSwitches)[number],
    true
  >),
  bellOff: [],
  digestOff: [],
  quietHours: null,
}

/** Answers as a server that keeps what is switched. */
const answerPreferences = () => {
  let saved = allOn
  answerEmptyHome()
  answer(getOwnAccount, {
    email: partner.email,
    firstName: 'Paula',
    lastName: 'Ortega',
    timeZone: null,
    isTimeZoneChosen: false,
    profileImageUrl: null,
  })
  answer(getEmailPreferences, () => saved)
  answer(updateEmailPreferences, ({ body }) => {
    saved = { ...saved, ...(body as Partial<EmailPreferences>) }
    return saved
  })
}

const textsOf = (locator: ReturnType<typeof page.getByRole>) =>
  locator.elements().map(({ textContent }) => textContent)
const dialog = page.getByRole('dialog', { name: 'Account and security' })
const switchOf = (name: string) => dialog.getByRole('checkbox', { name, exact: true })

test('staff have the switches of what they are notified of', async () => {
  answerPreferences()
  await showPortal('/welcome?account=notifications', support)
  const table = page.getByRole('table', { name: 'Events and channels' })
  await expect.poll(() => textsOf(table.getByRole('columnheader'))).toEqual(['Event', 'Bell', 'Email'])
  expect(textsOf(table.getByRole('rowheader'))).toEqual([
    'Comments and proof on tasks',
    'Declined and ending agreements',
    'Profiles that partners changed',
    'Chat messages',
    'Role changes',
    'Welcome and sign-in help',
  ])
})

test('a refused switch goes back, and says so', async () => {
  answerPreferences()
  answer(updateEmailPreferences, refusal('internal'))
  await showPortal('/welcome?account=notifications', partner)
  await switchOf('Chat messages by email').click()
  await expect
    .element(page.getByText('The setting could not be saved. Check your connection and try again.'))
    .toBeVisible()
  await expect.element(switchOf('Chat messages by email')).toBeChecked()
})
