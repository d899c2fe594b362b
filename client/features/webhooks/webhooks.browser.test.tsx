import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { listApiTokens } from '#contract/api-tokens.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#contract/webhooks/webhooks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin } from '#test/browser/people.ts'
import { answer, noNetwork } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { expectToast } from '#test/browser/steps.ts'

const card = page.getByRole('region', { name: 'Webhooks' })
const rowOf = (name: string) => card.getByRole('listitem').filter({ hasText: name })

const webhook = (number: number, more: Partial<Webhook>): Webhook => ({
  id: `88888888-8888-4888-8888-88888888888${number}`,
  url: 'https://crm.example.com/',
  description: null,
  events: ['user.changed'],
  state: 'on',
  failingSince: null,
  previousSecretUntil: null,
  createdBy: { id: admin.id, name: 'Ada Marsh' },
  createdAt: '2026-11-01T15:00:00.000Z',
  ...more,
})

const at = '2026-11-02T15:00:00.000Z'
const failed: WebhookDelivery = {
  id: '99999999-9999-4999-8999-999999999999',
  event: 'webhook.test',
  state: 'failed',
  attempts: 1,
  lastStatus: 410,
  lastError: null,
  lastAttemptAt: at,
  nextAttemptAt: null,
  createdAt: at,
}

test('an empty list says that there are no webhooks yet', async () => {
  answer(listApiTokens, [])
  answer(listWebhooks, [])
  await showPortal('/admin?tab=api', admin)
  await expect.element(card.getByText('No webhooks yet')).toBeVisible()
})

test('webhooks that fail to load are loaded again, say why they are off, and send nothing while they are off', async () => {
  answer(listApiTokens, [])
  answer(listWebhooks, noNetwork)
  await showPortal('/admin?tab=api', admin)
  await expect.element(card.getByText('The webhooks could not be loaded')).toBeVisible()
  const failingSince = at
  answer(listWebhooks, [
    webhook(1, { url: 'https://gone.example.com/', state: 'gone' }),
    webhook(2, { url: 'https://dead.example.com/', state: 'failing', failingSince }),
    webhook(3, { url: 'https://ill.example.com/', events: [], failingSince }),
  ])
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(rowOf('gone.example.com'))
    .toMatchTextContent('the receiver wants no more events (410)')
  await expect.element(rowOf('dead.example.com')).toMatchTextContent('deliveries failed for three days')
  await expect.element(rowOf('ill.example.com')).toMatchTextContent('Failing')
  await expectNoAxeViolations(card)

  answer(listWebhookDeliveries, { page: [failed], total: 1 })
  await card.getByRole('button', { name: 'Deliveries to gone.example.com' }).click()
  const log = page.getByRole('dialog')
  await expect.element(log.getByRole('button', { name: 'Send a test event' })).toBeDisabled()
  await expect.element(log.getByRole('button', { name: 'Send again: Test event' })).toBeDisabled()
})

test('an admin adds a webhook, tries it, reads its log, sends again, rotates its secret and deletes it', async () => {
  let webhooks: Webhook[] = []
  let deliveries: WebhookDelivery[] = []
  const change = (more: Partial<Webhook>) => {
    webhooks = [webhook(1, { description: 'Contacts', ...webhooks[0], ...more })]
    return webhooks[0] as Webhook
  }
  const deliver = (more: Partial<WebhookDelivery>) => {
    deliveries = [{ ...failed, ...more }]
    return { id: failed.id }
  }
  answer(listApiTokens, [])
  answer(listWebhooks, () => webhooks)
  answer(createWebhook, ({ body }) => {
    expect(body).toMatchObject({ description: 'Contacts', events: ['user.changed'] })
    return { secret: 'whsec_first', webhook: change({}) }
  })
  answer(rotateWebhookSecret, () => ({
    secret: 'whsec_second',
    webhook: change({ previousSecretUntil: at }),
  }))
  answer(switchWebhook, ({ body }) => change({ state: (body as { state: 'off' }).state }))
  answer(deleteWebhook, () => {
    webhooks = []
    return undefined
  })
  answer(listWebhookDeliveries, ({ query }) => {
    const found = deliveries.filter(({ state }) => state === (query.get('state') ?? state))
    return { page: found, total: found.length }
  })
  answer(testWebhook, () => deliver({ state: 'waiting', lastStatus: 500, nextAttemptAt: at }))
  answer(sendWebhookAgain, () => deliver({ state: 'delivered', attempts: 2, lastStatus: 204 }))
  answer(getWebhookDelivery, () => {
    const body = JSON.stringify({ type: 'webhook.test' })
    return { ...failed, ...deliveries[0], body, lastAnswer: 'The CRM is down' }
  })
  await showPortal('/admin?tab=api', admin)
  await card.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await expect.element(form.getByLabelText(/^Address/)).toHaveFocus()
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(form.getByText('Enter an address', { exact: true })).toBeVisible()
  await expect.element(form.getByText('Choose an event')).toBeVisible()
  await expectNoAxeViolations(form)
  await form.getByLabelText(/^Address/).fill('https://crm.example.com/')
  await form.getByRole('checkbox', { name: /User changed/ }).click()
  await form.getByLabelText(/^Description/).fill('Contacts')
  await userEvent.keyboard('{Enter}')
  const added = page.getByRole('dialog', { name: 'Webhook added' })
  await expect.element(added.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_first')
  await expectNoAxeViolations(added)
  await added.getByRole('button', { name: "I've saved it" }).click()
  const row = rowOf('Contacts')
  await expect.element(row).toMatchTextContent(/User changed.*Added by Ada Marsh/)
  expect(document.documentElement.outerHTML).not.toContain('whsec_first')

  await row.getByRole('button', { name: 'Deliveries to crm.example.com' }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries to crm.example.com' })
  await expect.element(log.getByText('Nothing has been sent yet')).toBeVisible()
  await log.getByRole('button', { name: 'Send a test event' }).click()
  const delivery = log.getByRole('listitem').filter({ hasText: 'Test event' })
  // For each attempt, the server makes the client read the log again.
  await queryClient.invalidateQueries()
  await expect.element(delivery).toMatchTextContent(/Waiting.*Status 500/)
  await expectNoAxeViolations(log)
  await delivery.getByRole('button', { name: 'Test event', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Test event' })
  await expect.element(details.getByText('The CRM is down')).toBeVisible()
  await expect.element(details).toMatchTextContent('"type": "webhook.test"')
  await expectNoAxeViolations(details)
  await details.getByRole('button', { name: 'Send again' }).click()
  await queryClient.invalidateQueries()
  await expect.element(details.getByText('Delivered')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(delivery).toMatchTextContent(/Delivered.*2 attempts.*Status 204/)
  await log.getByRole('combobox', { name: 'Status' }).selectOptions('failed')
  await expect.element(log.getByText('No deliveries with this status')).toBeVisible()
  await userEvent.keyboard('{Escape}')

  const choose = async (item: string) => {
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await row.getByRole('button', { name: 'Actions for crm.example.com' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Rotate secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click()
  const rotated = page.getByRole('dialog', { name: 'New secret: crm.example.com' })
  await expect.element(rotated.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_second')
  await rotated.getByRole('button', { name: "I've saved it" }).click()
  await expect.element(row).toMatchTextContent('The previous secret still works until')
  await choose('Switch off')
  await expectToast('Webhook switched off')
  await expect.element(row.getByText('Off', { exact: true })).toBeVisible()
  await choose('Delete')
  await page
    .getByRole('alertdialog', { name: 'Delete crm.example.com?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectToast('Webhook deleted')
  await expect.element(row).not.toBeInTheDocument()
})
