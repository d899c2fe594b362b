import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getOwnAccount } from '#contract/account/profile.ts'
import { emailSwitches } from '#contract/notifications/kinds.ts'
import {
  type EmailPreferences,
  getEmailPreferences,
  updateEmailPreferences,
} from '#contract/notifications/preferences.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { expectToast, field } from '#test/browser/steps.ts'

const allOn: EmailPreferences = {
  ...(Object.fromEntries(emailSwitches.map((name) => [name, true])) as Record<
    (typeof emailSwitches)[number],
    true
  >),
  bellOff: [],
  digestOff: [],
  quietHours: null,
}

/** Responds like a server that stores what is switched. Returns a function that reads the stored preferences. */
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
  return () => saved
}

const textsOf = (locator: ReturnType<typeof page.getByRole>) =>
  locator.elements().map(({ textContent }) => textContent)
const dialog = page.getByRole('dialog', { name: 'Account and security' })
const switchOf = (name: string) => dialog.getByRole('checkbox', { name, exact: true })

test('staff see the switches of the events that they are notified of', async () => {
  answerPreferences()
  await showPortal('/welcome?account=notifications', support)
  const table = page.getByRole('table', { name: 'Events and channels' })
  await expect.poll(() => textsOf(table.getByRole('columnheader'))).toEqual(['Event', 'Bell', 'Email'])
  expect(textsOf(table.getByRole('rowheader'))).toEqual([
    'Payments and dates that are due',
    'Task comments and proof',
    'Comments on activations',
    'Recaps from partners',
    'Declined and ending agreements',
    'Invoices to review',
    'Work handed over to you',
    'Profile changes by partners',
    'Mentions in notes',
    'Chat messages',
    'Role changes',
    'Welcome and sign-in help',
    'Monthly report',
  ])
})

test('on a phone switches and quiet hours are saved, one after the other without waiting', async () => {
  const saved = answerPreferences()
  await page.viewport(390, 844)
  await showPortal('/welcome?account=notifications', partner)
  const columns = dialog.getByRole('table').getByRole('columnheader')
  await expect.poll(() => textsOf(columns)).toEqual(['Event', 'Bell', 'Email', 'Weekly digest'])
  await switchOf('New tasks by email').click()
  await expectToast('New tasks by email: off')
  await switchOf('New tasks in the bell').click()
  await switchOf('Announcements in the bell').click()
  await switchOf('New and updated files in the weekly digest').click()
  await expectToast('New and updated files in the weekly digest: off')
  await switchOf('No emails during quiet hours').click()
  await field(dialog, 'Until').fill('06:30')
  await dialog.getByRole('button', { name: 'Save quiet hours' }).click()
  await expectToast('Quiet hours saved')
  expect(saved()).toMatchObject({
    taskAssignments: false,
    taskReminders: true,
    bellOff: ['task_assigned', 'announcement'],
    digestOff: ['resources'],
    quietHours: { from: '22:00', until: '06:30' },
  })
  await reloadPortal()
  for (const name of [
    'New tasks by email',
    'New tasks in the bell',
    'Announcements in the bell',
    'New and updated files in the weekly digest',
  ]) {
    await expect.element(switchOf(name)).not.toBeChecked()
  }
  await expect.element(switchOf('Task reminders by email')).toBeChecked()
  await expect.element(field(dialog, 'Until')).toHaveValue('06:30')
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('without the weekly digest its column is disabled, even if another tab has changed that', async () => {
  answerPreferences()
  await showPortal('/welcome?account=notifications', partner)
  const inDigest = switchOf('Agreements to sign in the weekly digest')
  await expect.element(inDigest).toBeEnabled()
  await switchOf('Weekly digest').click()
  await expect.element(inDigest).toBeDisabled()
  await switchOf('Weekly digest').click()
  await expect.element(inDigest).toBeEnabled()
  answer(getEmailPreferences, { ...allOn, weeklyDigests: false })
  await queryClient.invalidateQueries({ queryKey: [getEmailPreferences.path] })
  await expect.element(inDigest).toBeDisabled()
})

test('a refused switch goes back and shows an error', async () => {
  answerPreferences()
  answer(updateEmailPreferences, refusal('internal'))
  await showPortal('/welcome?account=notifications', partner)
  await switchOf('Chat messages by email').click()
  await expect
    .element(page.getByText('The setting could not be saved. Check your connection and try again.'))
    .toBeVisible()
  await expect.element(switchOf('Chat messages by email')).toBeChecked()
})
