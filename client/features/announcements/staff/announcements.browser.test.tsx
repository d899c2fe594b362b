import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAdminAnnouncements, updateAnnouncement } from '#contract/announcements.ts'
import { countAudience } from '#contract/audience.ts'
import { adminAnnouncementRow } from '#test/browser/announcement-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { chooseAction, expectToast, field } from '#test/browser/steps.ts'

test('one for a partner who was deleted since does not become one for everyone when it is edited', async () => {
  const deleted = '44444444-4444-4444-8444-999999999999'
  let announcement = adminAnnouncementRow({ title: 'For one alone', assignedPartnerIds: [deleted] })
  const sent: unknown[] = []
  answerStaffHome()
  answer(countAudience, { partners: 1, inOnboarding: 0, groups: [] })
  answer(listAdminAnnouncements, () => ({ page: [announcement], total: 1 }))
  answer(updateAnnouncement, ({ body }) => {
    sent.push(body)
    announcement = { ...announcement, assignedPartnerIds: [rowPartner.id] }
    return announcement
  })
  await showPortal('/admin?tab=announcements', support)
  await chooseAction('For one alone', 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit announcement' })
  await expect.element(form.getByText('1 chosen partner was deleted and will be left out.')).toBeVisible()
  await field(form, 'Text').fill('We close at two.')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(form.getByText('Choose at least one partner')).toBeVisible()
  expect(sent).toEqual([])
  await form.getByRole('combobox', { name: 'Partners' }).fill(rowPartner.businessName)
  await page
    .getByRole('option', { name: new RegExp(rowPartner.businessName) })
    .first()
    .click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Announcement changed')
  expect(sent).toMatchObject([
    { body: 'We close at two.', assignedPartnerIds: [rowPartner.id], assignedGroup: null },
  ])
  await expect
    .element(page.getByRole('row').filter({ hasText: 'For one alone' }))
    .toMatchTextContent('1 partner')
})
