import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import {
  type EmailDetails,
  getEmail,
  type LoggedEmail,
  listEmails,
  sendEmailAgain,
} from '#contract/emails.ts'
import { getPartnerSummary } from '#contract/partners/record.ts'
import { partnerSummary, rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address, expectToast } from '#test/browser/steps.ts'

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

/** The details of an email, with its text. */
const detailsOf = (row: LoggedEmail): EmailDetails => ({
  ...row,
  text: 'There is a task.',
  messageId: null,
  resendOf: null,
  resends: [],
  sendAgainProblem: null,
})

test('an email that is tried again says so, with the time, and a refused email says why', async () => {
  answerStaffHome()
  const refused = { ...email, id: crypto.randomUUID(), subject: 'Refused one', nextAttemptAt: null }
  const rows: LoggedEmail[] = [email, { ...refused, status: 'refused', error: '554 Looks like spam' }]
  answer(listEmails, ({ query }) => {
    const found = query.get('status') === 'undelivered' ? rows : []
    return { page: found, total: found.length }
  })
  answer(getEmail, ({ params }) => detailsOf(rows.find(({ id }) => id === params.id) ?? email))
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

test('staff find a bounced email, read it, reach its partner, and send it again', async () => {
  const error = '550 5.1.1 No such user'
  const bounced: LoggedEmail = { ...email, subject: 'Your <i>task</i>', status: 'bounced', error }
  let details = detailsOf({ ...bounced, nextAttemptAt: null, partner: rowPartner })
  answerStaffHome()
  answer(getConversation, refusal('not_found'))
  answer(getPartnerSummary, { ...partnerSummary, emailRefusal: error })
  answer(listEmails, ({ query }) => {
    const isFound = query.get('search') === 'your <i>' && (query.get('type') ?? email.type) === email.type
    return { page: isFound ? [{ ...bounced, nextAttemptAt: null }] : [], total: isFound ? 1 : 0 }
  })
  answer(getEmail, () => details)
  answer(sendEmailAgain, () => {
    const resends = [{ id: crypto.randomUUID(), createdAt: email.createdAt }]
    details = { ...details, resends, sendAgainProblem: 'It is on its way already.' }
    return { id: email.id }
  })
  await showPortal('/admin?tab=emails', support)
  await expect.element(page.getByText('No emails yet')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search emails by address or subject' }).fill('your <i>')
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('New task')
  await expect.poll(address).toContain('type=task_assigned')
  const table = page.getByRole('table', { name: 'Emails' })
  await expect.element(table.getByText('Bounced')).toBeVisible()
  await table.getByRole('link', { name: bounced.subject }).click()
  const dialog = page.getByRole('dialog', { name: bounced.subject })
  await expect.element(dialog.getByText('There is a task.')).toBeVisible()
  await expect.element(dialog.getByText(error)).toBeVisible()
  await reloadPortal()
  await dialog.getByRole('link', { name: new RegExp(rowPartner.fullName) }).click()
  const record = page.getByRole('dialog', { name: new RegExp(rowPartner.businessName) })
  await expect
    .element(record.getByText(`Emails to this partner don't arrive. Check the address: ${error}`))
    .toBeVisible()
  history.back()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expectToast('Email queued again')
  await queryClient.invalidateQueries()
  await expect.element(dialog.getByText('Sent again', { exact: true })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Send again' })).toBeDisabled()
  await expect.element(dialog.getByText('It is on its way already.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('Unread messages')
  await expect.element(page.getByText('No emails match these filters')).toBeVisible()
})
