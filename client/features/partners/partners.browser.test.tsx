import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { exportPartners, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerRow } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'

const card = page.getByRole('region', { name: 'Partner Applications' })

test('partners that fail to load show an error, and Retry loads them', async () => {
  answer(listPartnersWithUsers, refusal('internal'))
  await showPortal('/admin?tab=partners', support)
  const alert = card.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to Load Partners')
  await expect
    .element(alert)
    .toMatchTextContent('Unable to load partner data. Please try refreshing the page.')
  await expectNoAxeViolations(card)
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card.getByRole('cell', { name: /Harborview Hall/ }).first()).toBeVisible()
})

test('a report that cannot be exported says so, and the list stays', async () => {
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  answer(exportPartners, refusal('internal'))
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'Export Report' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect
    .element(toast)
    .toMatchTextContent('The report could not be exported. Check your connection and try again.')
  expect(location.search).toBe('?tab=partners')
})
