import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkPartnerImport, importPartners } from '#contract/partners/import.ts'
import { exportPartners, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerRow } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, refusal } from '#test/browser/portal-answers.ts'
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

test('a double click imports once', async () => {
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  const row = { row: 2, fullName: 'Lee Ortiz', businessName: 'Calle Ocho', email: 'lee@calle.example' }
  answer(checkPartnerImport, {
    rows: [{ ...row, outcome: 'new_user', problems: [], cells: [] }],
    ...{ good: 1, refused: 0, openTasks: 0, emailed: 0 },
    ...{ heading: ['Full name'], unknownColumns: [], groups: [] },
  })
  const gate = createGate()
  answer(importPartners, async () => {
    await gate.opened
    return { partners: 1, users: 1, refused: 0 }
  })
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: /^Import/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Import partners' })
  await userEvent.upload(dialog.getByLabelText(/^CSV file/), new File(['"Full name"'], 'partners.csv'))
  await dialog.getByRole('button', { name: 'Import 1 partner' }).dblClick()
  await expect.element(dialog.getByRole('button', { name: 'Importing...' })).toBeVisible()
  gate.open()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(callsSoFar().filter((name) => name.startsWith('POST') && name.endsWith('/import'))).toHaveLength(1)
})
