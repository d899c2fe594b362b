import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ApiToken, createApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, noNetwork } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { expectToast } from '#test/browser/steps.ts'

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

test('on a phone the tab is marked as current, and an empty list of tokens says so', async () => {
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

test('an admin creates a token, which is shown and copied once, and revokes it', async () => {
  let tokens: ApiToken[] = []
  const secret = `ppt_${'k'.repeat(43)}`
  answer(listWebhooks, [])
  answer(listApiTokens, () => tokens)
  answer(createApiToken, ({ body }) => {
    expect(body).toEqual({ name: 'Contacts', scope: 'write', role: 'support', expiresIn: 30 })
    tokens = [{ ...token, name: 'Contacts', scope: 'write', state: 'active' }]
    return { token: secret, apiToken: tokens[0] as ApiToken }
  })
  answer(revokeApiToken, () => {
    tokens = []
    return undefined
  })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copy.mockRestore())
  await showPortal('/admin?tab=api', admin)
  await card.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New API token' })
  await expect.element(form.getByLabelText(/^Name/)).toHaveFocus()
  await form.getByLabelText(/^Expires in days/).fill('6')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect.element(form.getByText('Enter a name', { exact: true })).toBeVisible()
  await expect.element(form.getByText('Enter a whole number from 7 to 365')).toBeVisible()
  await expectNoAxeViolations(form)
  await form.getByLabelText(/^Expires in days/).fill('30')
  await form.getByRole('radio', { name: 'Read and write' }).click()
  await form.getByLabelText(/^Name/).fill('Contacts')
  await userEvent.keyboard('{Enter}')
  const created = page.getByRole('dialog', { name: 'Token created: Contacts' })
  await expect.element(created.getByRole('textbox', { name: 'Token' })).toHaveValue(secret)
  await expectNoAxeViolations(created)
  await created.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => copy.mock.calls).toEqual([[secret]])
  await created.getByRole('button', { name: "I've saved it" }).click()
  await expectToast('Token copied')
  await expect.element(rowOf('Contacts')).toMatchTextContent(/Read and write · Support · Expires.*Ada Marsh/)
  await expect.element(rowOf('Contacts')).toMatchTextContent('Never used')
  expect(document.documentElement.outerHTML).not.toContain(secret)

  await rowOf('Contacts').getByRole('button', { name: 'Revoke Contacts' }).click()
  await page
    .getByRole('alertdialog', { name: 'Revoke Contacts?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expectToast('Token revoked')
  await expect.element(rowOf('Contacts')).not.toBeInTheDocument()
})

test('only admins see tokens and webhooks', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, { total: 0, pending: 0, documentsCompleted: 0, approved: 0 })
  await showPortal('/admin?tab=api', support)
  await expect.element(page.getByText('Total Partners')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'API' })).not.toBeInTheDocument()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Webhooks' })).not.toBeInTheDocument()
})
