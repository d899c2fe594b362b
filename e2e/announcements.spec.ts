import type { Locator, Page } from '@playwright/test'
import { createAnnouncement } from '#test/announcements.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, pressUndo, uniqueName } from './resource-steps.ts'

/** A group of its own with two partners, and a member of staff. */
const gather = async (portal: Portal) => {
  const group = uniqueName('Venues')
  const partnerOf = (fullName: string) =>
    createPartner(portal, { fullName, status: 'completed', user: { partnerGroup: group } })
  return {
    group,
    ann: await partnerOf('Ann Birk'),
    ben: await partnerOf('Ben Adler'),
    staff: await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' }),
  }
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const section = (page: Page) => page.getByRole('region', { name: 'Announcements' })
const cardOf = (page: Page, title: string) => section(page).getByRole('listitem').filter({ hasText: title })
const openForm = async (page: Page) => {
  await page.goto('/admin?tab=announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  return dialog(page)
}
const chooseGroup = async (form: Locator, group: string) => {
  await field(form, 'For').selectOption('A group')
  await field(form, 'Group').selectOption(group)
}
const dayIn = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000)
  return date.toISOString().slice(0, 10)
}

test('staff announce to a group, whose open pages show it, and see who has read it', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { group, ann, ben, staff } = await gather(portal)
  const [title, secret] = [uniqueName('Winter hours'), uniqueName('Not for the group')]
  await createAnnouncement(portal, { title: secret, assignedGroup: uniqueName('Others') })
  const other = await openBrowser()
  await signInAs(other, ann.user)
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Next for you' })).toBeVisible()

  await signInAs(page, staff)
  const form = await openForm(page)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(field(form, 'Title')).toHaveAccessibleDescription(/A title is required/)
  await expect(field(form, 'Title')).toBeFocused()
  await field(form, 'Title').fill(title)
  await field(form, 'Text').fill('We close at noon.\nSee https://example.com/hours')
  await chooseGroup(form, group)
  await expect(form.getByText('2 partners will get this')).toBeVisible()
  await expect(form.getByRole('link', { name: 'https://example.com/hours' })).toBeVisible()
  await expectNoAxeViolations(page, form)
  await form.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Announcement published')

  // Without a reload, on the partner's page.
  const card = cardOf(other, title)
  await card.getByRole('link', { name: title }).click()
  await expect(dialog(other).getByRole('link', { name: 'https://example.com/hours' })).toBeVisible()
  await expect(other.getByText(secret)).toHaveCount(0)

  await page.getByRole('link', { name: title }).click()
  const details = dialog(page)
  await expect(details.getByText('1 of 2 have read it')).toBeVisible()
  await details.getByRole('link', { name: 'Not read', exact: true }).click()
  await expect(details.getByRole('link', { name: ben.profile.fullName })).toBeVisible()
  await expect(details.getByRole('link', { name: ann.profile.fullName })).toHaveCount(0)
  await page.reload()
  await expect(dialog(page).getByRole('link', { name: ben.profile.fullName })).toBeVisible()
  await dialog(page).getByRole('link', { name: 'Read', exact: true }).click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Ann Birk' })).toContainText(/Read \w+/)
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('1 of 2 have read it')

  await other.keyboard.press('Escape')
  await card.getByRole('button', { name: `Dismiss ${title}` }).click()
  await pressUndo(card)
  await expectToast(other, 'Announcement restored')
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: `Dismiss ${title}` }).click()
  await expect(other.getByText('Announcement dismissed', { exact: true })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Next for you' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('staff schedule one, edit it beside a colleague, publish, end and delete it', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/400 \(Bad Request\).*announcements/)
  browserErrors.allow(/409 \(Conflict\).*announcements/)
  // The dialog reads what was deleted once more.
  browserErrors.allow(/404 \(Not Found\).*announcement/)
  const { group, staff } = await gather(portal)
  const title = uniqueName('Summer plans')
  await signInAs(page, staff)
  const form = await openForm(page)
  await field(form, 'Title').fill(title)
  await field(form, 'Text').fill('Soon.')
  await chooseGroup(form, group)
  await field(form, 'Publish').selectOption('At a time')
  await field(form, 'Ends').selectOption('At a time')
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(field(form, 'Publish date')).toHaveAccessibleDescription('Enter the publish date')
  await field(form, 'Publish date').fill(dayIn(5))
  await field(form, 'End date').fill(dayIn(3))
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expect(field(form, 'End date')).toHaveAccessibleDescription('The end must be after it is published')
  await field(form, 'End date').fill(dayIn(8))
  await form.getByRole('button', { name: 'Schedule' }).click()
  await expectToast(page, 'Announcement scheduled')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Scheduled')
  await expect(row).toContainText(group)

  const menu = async (name: string) => {
    await row.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await menu('Edit')
  const edit = dialog(page)
  await field(edit, 'Text').fill('Very soon.')
  const [id, headers] = [await idOf(page, title), { origin: portal.url }]
  await page.request.put(`/api/admin/announcements/${id}`, {
    headers,
    data: { body: 'A colleague was here.' },
  })
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await edit.getByRole('button', { name: 'Load latest version' }).click()
  await expect(field(edit, 'Text')).toHaveValue('A colleague was here.')
  await field(edit, 'Publish').selectOption('Now')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Announcement changed')
  await expect(row).toContainText('Active')

  await menu('End now')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
  await expectToast(page, 'Announcement ended')
  await expect(row).toContainText('Ended')
  await page.getByLabel('State').selectOption('Ended')
  await page.getByRole('searchbox', { name: 'Search announcements' }).fill(title)
  await expect(page.getByText('1 announcement', { exact: true })).toBeVisible()
  await page.reload()
  await expect(row).toBeVisible()

  await row.getByRole('link', { name: title }).click()
  await dialog(page)
    .getByRole('button', { name: `Actions for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Announcement deleted')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('No announcements match these filters')).toBeVisible()
})

const idOf = async (page: Page, title: string) => {
  const answer = await page.request.get(`/api/admin/announcements?search=${encodeURIComponent(title)}`)
  const [found] = await answer.json()
  return found.id as string
}
