import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/users.ts'
import { createEmail } from '#test/emails.ts'
import { createPartner } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { uniqueName } from './resource-steps.ts'

const content = { heading: 'Hello <b>', paragraphs: ['There is a task.'] }

test('staff find a bounced email, read it, and send it again', async ({ page, portal, signInAs }) => {
  const subject = uniqueName('Your <i>task</i>')
  const { user, profile } = await createPartner(portal, { fullName: uniqueName('Vera Lindqvist') })
  const refusal = '550 5.1.1 No such user'
  await portal.db
    .update(users)
    .set({ emailRefusedAt: new Date(), emailRefusal: refusal })
    .where(eq(users.id, user.id))
  const email = await createEmail(portal, user, {
    subject,
    type: 'task_assigned',
    status: 'bounced',
    error: refusal,
    attempts: 1,
    content,
  })
  await signInAs(page, 'support@demo.test')
  await page.goto('/admin?tab=emails')
  await page.getByRole('searchbox', { name: 'Search emails by address or subject' }).fill(subject)
  await expect(page).toHaveURL(/[?&]search=/)
  const table = page.getByRole('table', { name: 'Emails' })
  await expect(table.getByText('Bounced')).toHaveCount(1)
  await expect(table).toContainText('New task')

  await table.getByRole('link', { name: subject }).click()
  await expect(page).toHaveURL(new RegExp(`email=${email.id}`))
  const dialog = page.getByRole('dialog', { name: subject })
  await expect(dialog).toContainText('Hello <b>')
  await expect(dialog).toContainText(refusal)
  await expect(dialog).toContainText(`<${email.id}@`)
  await page.reload()
  await dialog.getByRole('link', { name: new RegExp(profile.fullName) }).click()
  const record = page.getByRole('dialog', { name: profile.businessName })
  await expect(record).toContainText(`Email address refused: ${refusal}`)
  await page.goBack()

  await dialog.getByRole('button', { name: 'Send again' }).click()
  // The pages learn by themselves that it was sent.
  await expect(dialog.getByText('Sent again', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(table.getByText('Sent', { exact: true })).toHaveCount(1)
})

test('a reader unsubscribes without signing in', async ({ page, portal }) => {
  const { user } = await createPartner(portal)
  const { unsubscribeToken } = await createEmail(portal, user, { type: 'task_reminder' })
  await page.goto(`/unsubscribe?token=${unsubscribeToken}`)
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await expect(page.getByText('Task reminders')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a new email comes into an open list by itself, and the filters are in the address', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal)
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=emails&search=${encodeURIComponent(user.email)}`)
  await expect(page.getByText('No emails match these filters')).toBeVisible()
  await createEmail(portal, user, { subject: 'Arrived', type: 'chat', status: 'sent', attempts: 1 })
  await expect(page.getByRole('link', { name: 'Arrived' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed')
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.getByText('No emails match these filters')).toBeVisible()
  await page.goBack()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Unread messages')
  await page.reload()
  await page.getByRole('link', { name: 'Arrived' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeDisabled()
  await expect(page.getByText('What this email says is not kept, so it cannot be sent again.')).toBeVisible()
})
