import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type AdminAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  endAnnouncement,
  getAdminAnnouncement,
  listAdminAnnouncements,
  listAnnouncementReaders,
  updateAnnouncement,
} from '#contract/announcements.ts'
import { countAudience } from '#contract/audience.ts'
import { checkAudience } from '#contract/audience-reach.ts'
import { registerUpload } from '#contract/files/files.ts'
import { checkReminders } from '#contract/partners/reminders.ts'
import { createResource, listResources } from '#contract/resources/resources.ts'
import { adminAnnouncementRow } from '#test/browser/announcement-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { chooseAction, expectToast, field } from '#test/browser/steps.ts'
import { answerUploads, chosen, takeUploads } from '#test/browser/upload-responses.ts'

test('an announcement for a partner who was deleted meanwhile is not for everyone after it is edited', async () => {
  const deleted = '44444444-4444-4444-8444-999999999999'
  let announcement = adminAnnouncementRow({ title: 'For one alone', assignedPartnerIds: [deleted] })
  const sent: unknown[] = []
  answerStaffHome()
  answer(countAudience, { partners: 1, inOnboarding: 0, groups: [] })
  answer(checkAudience, { partners: 1, emailed: 1, leftOut: {} })
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
  await expectToast('Announcement updated')
  expect(sent).toMatchObject([
    { body: 'We close at two.', assignedPartnerIds: [rowPartner.id], assignedGroup: null },
  ])
  await expect
    .element(page.getByRole('row').filter({ hasText: 'For one alone' }))
    .toMatchTextContent('1 partner')
})

const dialog = page.getByRole('dialog').last()
const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title })
const coast = { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] }

test('staff announce something to a group, and see who has read it', async () => {
  let rows: AdminAnnouncement[] = []
  const sent: unknown[] = []
  const { id: fileId, title: fileTitle, fileType, filePath } = resource({ title: 'Opening hours' })
  const attached = { id: fileId, title: fileTitle, fileType, filePath }
  answerStaffHome()
  answer(countAudience, coast)
  answer(checkAudience, { partners: 4, emailed: 1, leftOut: { never_invited: 2, opted_out: 1 } })
  answer(listAdminAnnouncements, () => ({ page: rows, total: rows.length }))
  answer(createAnnouncement, ({ body }) => {
    sent.push(body)
    const { title } = body as { title: string }
    const readers = { partners: 2, read: 1 }
    rows = [adminAnnouncementRow({ title, assignedGroup: 'Coast', readers, resources: [attached] })]
    return rows[0] as AdminAnnouncement
  })
  answer(getAdminAnnouncement, () => rows[0] as AdminAnnouncement)
  answer(listAnnouncementReaders, ({ query }) => {
    const [ann, ben] = [rowPartner, secondPartner].map(({ id, fullName, businessName }) => ({
      ...{ id, fullName, businessName, dismissedAt: null },
      readAt: id === rowPartner.id ? '2026-11-03T15:00:00.000Z' : null,
    }))
    const page = [ann, ben].filter((each) => each !== undefined)
    const found = page.filter(({ readAt }) => (query.get('show') ?? 'read') === (readAt ? 'read' : 'unread'))
    return { page: query.has('show') ? found : page, total: found.length }
  })
  await showPortal('/admin?tab=announcements', support)
  await page.getByRole('button', { name: 'New announcement' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.element(field(dialog, 'Title')).toHaveAccessibleDescription(/A title is required/)
  await expect.element(field(dialog, 'Title')).toHaveFocus()
  await field(dialog, 'Title').fill('Winter hours')
  await field(dialog, 'Text').fill('We close at noon.\nSee https://example.com/hours')
  await field(dialog, 'For').selectOptions('A group')
  await field(dialog, 'Group').selectOptions('Coast')
  await expect
    .element(
      dialog.getByText(
        '4 partners will see this · 1 will be emailed · 3 will not (2 never invited, 1 turned these emails off)',
      ),
    )
    .toBeVisible()
  answer(listResources, { page: [resource(attached)], total: 1 })
  await dialog.getByRole('combobox', { name: 'Files' }).fill('hours')
  await page.getByRole('option', { name: /^Opening hours/, exact: false }).click()
  const chosenFiles = dialog.getByRole('list', { name: 'Chosen files' })
  await expect.element(chosenFiles).toMatchTextContent('Opening hours')
  const added = resource({ title: 'Sketch' })
  const stored: unknown[] = []
  answer(createResource, ({ body }) => {
    stored.push(body)
    return added
  })
  takeUploads()
  answer(registerUpload, () => refusal('internal'))
  await userEvent.upload(dialog.getByLabelText('Upload files', { exact: true }).last(), chosen('Sketch.pdf'))
  await expect.element(dialog.getByText('Unknown error')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.element(dialog.getByText('Try the failed file again, or remove it')).toBeVisible()
  answerUploads()
  await dialog.getByRole('button', { name: 'Retry Sketch.pdf' }).click()
  await expect.element(chosenFiles).toMatchTextContent('Sketch')
  await expect.element(dialog.getByRole('link', { name: 'https://example.com/hours' })).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expectToast('Announcement published')
  expect(sent).toMatchObject([
    {
      assignedGroup: 'Coast',
      assignedPartnerIds: [],
      publishAt: null,
      endsAt: null,
      resourceIds: [fileId, added.id],
    },
  ])
  expect(stored).toMatchObject([
    { title: 'Sketch', category: 'training', assignedGroup: 'Coast', notify: false },
  ])
  await expect.element(rowOf('Winter hours')).toMatchTextContent('1 of 2 have read it')

  await page.getByRole('link', { name: 'Winter hours' }).click()
  await expect.element(dialog.getByText('1 of 2 have read it')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: /^Opening hours/ })).toBeVisible()
  const name = (partner: typeof rowPartner) =>
    dialog.getByRole('link', { name: new RegExp(partner.fullName) })
  await dialog.getByRole('link', { name: 'Not read', exact: true }).click()
  await expect.element(name(secondPartner)).toBeVisible()
  await expect.element(name(rowPartner)).not.toBeInTheDocument()
  await reloadPortal()
  await expect.element(name(secondPartner)).toBeVisible()
  await dialog.getByRole('link', { name: 'Read', exact: true }).click()
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: rowPartner.fullName }))
    .toMatchTextContent(/Read Nov 3/)

  const checked: unknown[] = []
  answer(checkReminders, ({ body }) => {
    checked.push(body)
    return { total: 1, reached: 0, leftOut: { reminded: 1 }, email: null }
  })
  await dialog.getByRole('button', { name: 'Remind…' }).click()
  await expect.element(dialog.getByText('1 reminded within a day')).toBeVisible()
  expect(checked).toEqual([{ about: { kind: 'announcements', ids: [rows[0]?.id] } }])
})

test('staff schedule an announcement, edit it while a colleague does, publish, end and delete it', async () => {
  let rows: AdminAnnouncement[] = []
  const change = (fields: Partial<AdminAnnouncement>) => {
    rows = [
      { ...adminAnnouncementRow({ title: 'Summer plans', assignedGroup: 'Coast' }), ...rows[0], ...fields },
    ]
    return rows[0] as AdminAnnouncement
  }
  answerStaffHome()
  answer(countAudience, coast)
  answer(checkAudience, { partners: 2, emailed: 1, leftOut: { opted_out: 1 } })
  answer(listAdminAnnouncements, ({ query }) => {
    const found = rows.filter(({ state }) => state === (query.get('state') ?? state))
    return { page: found, total: found.length }
  })
  answer(getAdminAnnouncement, () => rows[0] ?? refusal('not_found'))
  answer(listAnnouncementReaders, { page: [], total: 0 })
  answer(createAnnouncement, ({ body }) => {
    const { publishAt, endsAt } = body as AdminAnnouncement
    const problem = 'The end must be after the publish time'
    if ((endsAt ?? '') < publishAt) return refusal('bad_request', problem, { endsAt: problem })
    return change({ publishAt, endsAt, state: 'scheduled' })
  })
  answer(updateAnnouncement, ({ body }) => {
    const { updatedAt, publishAt } = body as AdminAnnouncement
    if (updatedAt !== rows[0]?.updatedAt) return refusal('conflict', 'Someone else has changed this.')
    expect(publishAt).toBeNull()
    return change({ state: 'active' })
  })
  answer(endAnnouncement, () => change({ state: 'ended' }))
  answer(deleteAnnouncement, () => {
    rows = []
    return undefined
  })
  await showPortal('/admin?tab=announcements', support)
  await page.getByRole('button', { name: 'New announcement' }).click()
  await field(dialog, 'Title').fill('Summer plans')
  await field(dialog, 'Text').fill('Soon.')
  await field(dialog, 'For').selectOptions('A group')
  await field(dialog, 'Group').selectOptions('Coast')
  await field(dialog, 'Publish').selectOptions('At a set time')
  await field(dialog, 'Ends').selectOptions('At a set time')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect.element(field(dialog, 'Publish date')).toHaveAccessibleDescription('Enter the publish date')
  await field(dialog, 'Publish date').fill('2099-03-05')
  await field(dialog, 'End date').fill('2099-03-03')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect
    .element(field(dialog, 'End date'))
    .toHaveAccessibleDescription('The end must be after the publish time')
  await field(dialog, 'End date').fill('2099-03-08')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expectToast('Announcement scheduled')
  expect(rows).toMatchObject([{ publishAt: '2099-03-05T14:00:00.000Z', endsAt: '2099-03-09T03:59:00.000Z' }])
  const row = rowOf('Summer plans')
  await expect.element(row).toMatchTextContent(/Scheduled/)
  await expect.element(row).toMatchTextContent(/Coast/)

  await chooseAction('Summer plans', 'Edit')
  await field(dialog, 'Text').fill('Very soon.')
  change({ body: 'A colleague was here.', updatedAt: '2026-11-04T15:00:00.000Z' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(dialog, 'Text')).toHaveValue('A colleague was here.')
  await field(dialog, 'Publish').selectOptions('Now')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Announcement updated')
  await expect.element(row).toMatchTextContent(/Active/)

  await chooseAction('Summer plans', 'End now')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
  await expectToast('Announcement ended')
  await page.getByLabelText('Status').selectOptions('Ended')
  await expect.element(page.getByText('1 announcement', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: 'Summer plans' }).click()
  await dialog.getByRole('button', { name: 'Actions for Summer plans' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('Announcement deleted')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByText('No announcements match these filters')).toBeVisible()
})
