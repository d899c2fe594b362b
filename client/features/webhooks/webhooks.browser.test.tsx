import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listApiTokens } from '#contract/api-tokens.ts'
import { listWebhookDeliveries, listWebhooks, type Webhook } from '#contract/webhooks/webhooks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin } from '#test/browser/people.ts'
import { answer, noNetwork } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'

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

test('no webhooks are there yet', async () => {
  answer(listApiTokens, [])
  answer(listWebhooks, [])
  await showPortal('/admin?tab=api', admin)
  await expect.element(card.getByText('No webhooks yet')).toBeVisible()
})

test('the webhooks fail to load, are loaded again, say why they are off, and send nothing then', async () => {
  answer(listApiTokens, [])
  answer(listWebhooks, noNetwork)
  await showPortal('/admin?tab=api', admin)
  await expect.element(card.getByText('The webhooks could not be loaded')).toBeVisible()
  const failingSince = '2026-11-02T15:00:00.000Z'
  answer(listWebhooks, [
    webhook(1, { url: 'https://gone.example.com/', state: 'gone' }),
    webhook(2, { url: 'https://dead.example.com/', state: 'failing', failingSince }),
    webhook(3, { url: 'https://ill.example.com/', events: [], failingSince }),
  ])
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect.element(rowOf('gone.example.com')).toMatchTextContent('it answered 410')
  await expect.element(rowOf('dead.example.com')).toMatchTextContent('nothing arrived there for three days')
  await expect.element(rowOf('ill.example.com')).toMatchTextContent('Failing')
  await expectNoAxeViolations(card)

  answer(listWebhookDeliveries, {
    page: [
      {
        id: '99999999-9999-4999-8999-999999999999',
        event: 'webhook.test',
        state: 'failed',
        attempts: 1,
        lastStatus: 410,
        lastError: null,
        lastAttemptAt: failingSince,
        nextAttemptAt: null,
        createdAt: failingSince,
      },
    ],
    total: 1,
  })
  await card.getByRole('button', { name: 'Deliveries to gone.example.com' }).click()
  const log = page.getByRole('dialog')
  await expect.element(log.getByRole('button', { name: 'Send a test event' })).toBeDisabled()
  await expect.element(log.getByRole('button', { name: 'Send again: Test event' })).toBeDisabled()
})
