import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getOfficeHours, setOfficeHours } from '#contract/chat/office-hours.ts'
import { listSavedReplies } from '#contract/chat/saved-replies.ts'
import type { Received } from '#contract/endpoint.ts'
import { listGroupManagers } from '#contract/partners/partner-manager.ts'
import { listPartnerTags } from '#contract/partners/tags.ts'
import { getReportSettings } from '#contract/reports.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'

test('an admin sets office hours and sees whether the office is open now', async () => {
  let saved: Received<typeof getOfficeHours> = { hours: null, updatedAt: null }
  for (const endpoint of [listSavedReplies, listGroupManagers, listPartnerTags]) {
    answer(endpoint, { page: [], total: 0 })
  }
  answer(getOfficeHours, () => saved)
  answer(getReportSettings, { timeZone: 'America/New_York', stalledDays: 14, updatedAt: null })
  answer(setOfficeHours, ({ body }) => {
    const { hours } = body as Pick<typeof saved, 'hours'>
    saved = { hours, updatedAt: '2026-11-02T15:00:00.000Z' }
    return saved
  })
  await showPortal('/admin?tab=settings', admin)
  const hours = page.getByRole('region', { name: 'Office hours' })
  const dialog = page.getByRole('dialog', { name: 'Office hours' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const open = () => page.getByRole('button', { name: 'Edit office hours' }).click()
  await expect.element(hours.getByText('Office hours are off.')).toBeVisible()
  await open()
  await expect.element(dialog.getByText('Office hours are off.')).toBeVisible()
  await dialog.getByLabelText("Show partners when you're back").click()
  await dialog.getByRole('button', { name: 'Add hours on Sunday' }).click()
  await dialog.getByLabelText('Sunday until').fill('08:00')
  await dialog.getByRole('button', { name: 'Add holiday' }).click()
  await save.click()
  await expect.element(dialog.getByText('The end must be after the start')).toBeVisible()
  await expect.element(dialog.getByText('A name is required')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByLabelText('Sunday until').fill('00:00')
  await dialog.getByLabelText(/^Date/).fill('2030-12-25')
  await dialog.getByLabelText(/^Name/).fill('Christmas')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(hours.getByText(/^The office is (open|closed) now/)).toBeVisible()

  await open()
  await expect.element(dialog.getByLabelText('Sunday until')).toHaveValue('00:00')
  await expect.element(dialog.getByLabelText(/^Name/)).toHaveValue('Christmas')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Sunday'])
    await dialog.getByRole('button', { name: `Remove these hours on ${day}` }).click()
  await expect.element(dialog.getByText('The office is closed for at least a year.')).toBeVisible()
  await dialog.getByLabelText("Show partners when you're back").click()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(hours.getByText('Office hours are off.')).toBeVisible()
})
