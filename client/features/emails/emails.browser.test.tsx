import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getEmail, type LoggedEmail, listEmails } from '#contract/emails.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address } from '#test/browser/steps.ts'

const email: LoggedEmail = {
  id: '77777777-7777-4777-8777-777777777777',
  type: 'task_assigned',
  subject: 'New task',
  recipient: 'ann@example.com',
  status: 'retrying',
  attempts: 3,
  error: 'Timeout',
  nextAttemptAt: '2026-11-20T19:05:00.000Z',
  createdAt: '2026-11-20T18:00:00.000Z',
  sentAt: null,
  partner: null,
}

test('an email that is tried again says so, with the time, and one that is refused says why', async () => {
  answerStaffHome()
  const refused = { ...email, id: crypto.randomUUID(), subject: 'Refused one', nextAttemptAt: null }
  const rows: LoggedEmail[] = [email, { ...refused, status: 'refused', error: '554 Looks like spam' }]
  answer(listEmails, ({ query }) => {
    const found = query.get('status') === 'undelivered' ? rows : []
    return { page: found, total: found.length }
  })
  answer(getEmail, ({ params }) => ({
    ...(rows.find(({ id }) => id === params.id) ?? email),
    text: 'There is a task.',
    messageId: null,
    resendOf: null,
    resends: [],
    sendAgainProblem: null,
  }))
  await showPortal('/admin?tab=emails', support)
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Not delivered')
  await expect.poll(address).toContain('status=undelivered')
  const table = page.getByRole('table', { name: 'Emails' })
  await expect.element(table.getByText('Trying again')).toBeVisible()
  await expect.element(table.getByText(/^Next try by Nov 20, 2026,? (at )?2:05 PM$/)).toBeVisible()
  await expect.element(table.getByText('Refused', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Refused one' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refused one' })
  await expect.element(dialog.getByText('Why it was refused')).toBeVisible()
  await expect.element(dialog.getByText('554 Looks like spam')).toBeVisible()
})
