import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ApiToken, listApiTokens } from '#contract/api-tokens.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, noNetwork } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'

const card = page.getByRole('region', { name: 'API tokens' })
const rowOf = (name: string) => card.getByRole('listitem').filter({ hasText: name })

const token: ApiToken = {
  id: '66666666-6666-4666-8666-666666666666',
  name: 'Old',
  scope: 'read',
  role: 'support',
  state: 'expired',
  createdBy: { id: admin.id, name: 'Ada Marsh' },
  createdAt: '2026-05-01T15:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2026-06-01T15:00:00.000Z',
}

test('the tokens are empty, on a phone, which shows the current tab', async () => {
  answer(listWebhooks, [])
  answer(listApiTokens, [])
  // The tabs of the admin panel do not fit a phone.
  await page.viewport(390, 844)
  await showPortal('/admin?tab=api', admin)
  const tabs = page.getByRole('navigation', { name: 'Admin Panel' })
  await expect.element(tabs.getByRole('link', { name: 'API' })).toBeInViewport({ ratio: 1 })
  await expect.element(card.getByText('No API tokens yet')).toBeVisible()
})

test('the tokens fail to load, are loaded again, and say why they have expired or stopped', async () => {
  answer(listWebhooks, [])
  answer(listApiTokens, noNetwork)
  await showPortal('/admin?tab=api', admin)
  await expect.element(card.getByText('The API tokens could not be loaded')).toBeVisible()
  const stopped: Partial<ApiToken> = {
    id: '77777777-7777-4777-8777-777777777777',
    name: 'Orphaned',
    state: 'stopped',
    createdBy: { id: support.id, name: 'Rolf Berg' },
  }
  answer(listApiTokens, [token, { ...token, ...stopped }])
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect.element(rowOf('Old')).toMatchTextContent('Expired')
  await expect.element(rowOf('Orphaned')).toMatchTextContent('Rolf Berg is no longer an active admin.')
})

test('tokens and webhooks are for admins alone', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, { total: 0, pending: 0, documentsCompleted: 0, approved: 0 })
  await showPortal('/admin?tab=api', support)
  await expect.element(page.getByText('Total Partners')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'API' })).not.toBeInTheDocument()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Webhooks' })).not.toBeInTheDocument()
})
