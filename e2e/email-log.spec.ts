import { createEmail } from '#test/emails.ts'
import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'

test('a reader unsubscribes without signing in', async ({ page, portal }) => {
  const { user } = await createPartner(portal)
  const { unsubscribeToken } = await createEmail(portal, user, { type: 'task_reminder' })
  await page.goto(`/unsubscribe?token=${unsubscribeToken}`)
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await expect(page.getByText('Task reminders')).toBeVisible()
})
