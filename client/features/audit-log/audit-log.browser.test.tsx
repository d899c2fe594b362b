import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { exportAuditLog, listAuditLog, listAuditPeople } from '#contract/audit-log.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'

test('a log that fails to load or export shows an error', async () => {
  answer(listAuditPeople, { page: [], total: 0 })
  answer(listAuditLog, refusal('internal'))
  answer(exportAuditLog, refusal('internal'))
  await showPortal('/admin?tab=audit&person=nobody&action=nothing&page=0', admin)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('The audit log could not be loaded')
  answer(listAuditLog, { page: [], total: 0 })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Export CSV' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast).toMatchTextContent('The audit log could not be exported. Try again.')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Panel')
})

test('support does not see the log', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, { total: 0, pending: 0, documentsCompleted: 0, approved: 0 })
  await showPortal('/admin?tab=audit', support)
  await expect.element(page.getByText('Total Partners')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Audit Log' })).not.toBeInTheDocument()
})
