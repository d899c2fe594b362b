import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { ageSessions } from '#test/step-up.ts'
import { createEndpoint, startReceiver } from '#test/webhooks.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './resource-steps.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Webhooks' })
const rowOf = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name })

test.describe('with a receiver on this machine', () => {
  test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } })

  test('an admin adds a webhook, tries it, reads its log, sends again, rotates its secret and deletes it', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 403 .*\/api\/admin\/webhooks$/)
    await using receiver = await startReceiver()
    const admin = await createUser(portal, { role: 'admin', firstName: 'Ida', lastName: 'Holm' })
    await signInAs(page, admin)
    await ageSessions(portal, admin)
    await page.goto('/admin?tab=api')
    await card(page).getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await expect(form.getByLabel('Address')).toBeFocused()
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByText('Enter an address', { exact: true })).toBeVisible()
    await expect(form.getByText('Choose an event')).toBeVisible()
    await expectNoAxeViolations(page, form)
    await form.getByLabel('Address').fill(receiver.url)
    await form.getByLabel('Description').fill('Contacts of the CRM')
    await form.getByRole('checkbox', { name: /User changed/ }).check()
    await form.getByLabel('Description').press('Enter')
    const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
    const mail = await portal.mail.mailTo(admin.email, 1, "Confirm that it's you in the Partner Portal")
    await confirmation.getByLabel('Code').fill(codeIn(mail))
    await confirmation.getByRole('button', { name: 'Confirm' }).click()

    const added = page.getByRole('dialog', { name: 'Webhook added' })
    const secret = await added.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await expectNoAxeViolations(page, added)
    await added.getByRole('button', { name: "I've saved it" }).click()
    const row = rowOf(page, 'Contacts of the CRM')
    await expect(row).toContainText('User changed')
    await expect(row).toContainText('Added by Ida Holm')
    expect(await page.content()).not.toContain(secret)

    const { host } = new URL(receiver.url)
    await row.getByRole('button', { name: `Deliveries to ${host}` }).click()
    const log = page.getByRole('dialog', { name: `Deliveries to ${host}` })
    await expect(log.getByText('Nothing has been sent yet')).toBeVisible()
    receiver.answer = (response) => response.writeHead(500).end('The CRM is down')
    await log.getByRole('button', { name: 'Send a test event' }).click()
    await expectToast(page, 'Test event queued')
    // The open page follows by itself.
    const delivery = log.getByRole('listitem').filter({ hasText: 'Test event' })
    await expect(delivery).toContainText('Waiting')
    await expect(delivery).toContainText('Status 500')
    await expectNoAxeViolations(page, log)
    await delivery.getByRole('button', { name: 'Test event', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Test event' })
    await expect(details.getByText('The CRM is down')).toBeVisible()
    await expect(details.getByText('"type": "webhook.test"')).toBeVisible()
    await expectNoAxeViolations(page, details)
    receiver.answer = receiver.accept
    await details.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, 'Event queued again')
    await expect(details.getByText('Delivered')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(delivery).toContainText('Delivered')
    await delivery.getByRole('button', { name: 'Send again' }).click()
    await expect
      .poll(() => receiver.received.filter(({ id }) => id === receiver.received[0]?.id).length)
      .toBeGreaterThan(2)
    for (const { body, headers } of receiver.received)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy()
    await log.getByRole('combobox', { name: 'State' }).selectOption('failed')
    await expect(log.getByText('No deliveries in this state')).toBeVisible()
    await page.keyboard.press('Escape')

    const choose = async (item: string) => {
      await row.getByRole('button', { name: `Actions for ${host}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Rotate secret')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
    const rotated = page.getByRole('dialog', { name: `New secret: ${host}` })
    expect(await rotated.getByRole('textbox', { name: 'Secret' }).inputValue()).not.toBe(secret)
    await rotated.getByRole('button', { name: "I've saved it" }).click()
    await expect(row).toContainText('The secret before also signs until')
    await choose('Switch off')
    await expectToast(page, 'Webhook switched off')
    await expect(row).toContainText('Off')
    await choose('Delete')
    const asking = page.getByRole('alertdialog', { name: `Delete ${host}?` })
    await asking.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Webhook deleted')
    await expect(row).toHaveCount(0)

    await page.goto('/admin?tab=audit&kind=access')
    await expect(page.getByRole('row').filter({ hasText: 'Webhook deleted' }).first()).toBeVisible()
  })
})

test('the open page reads webhooks by itself that have come from elsewhere', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, await createUser(portal, { role: 'admin' }))
  const read = page.waitForResponse('**/api/admin/webhooks')
  await page.goto('/admin?tab=api')
  await read
  await createEndpoint(portal, { url: 'https://gone.example.com/', state: 'gone' })
  await expect(rowOf(page, 'gone.example.com')).toContainText('it answered 410')
  await portal.db.delete(webhookEndpoints)
})
