import type { Locator } from '@playwright/test'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import {
  chooseAction,
  expectToast,
  openLibraryAsStaff,
  openUpload,
  partnerIn,
  stored,
  uniqueName,
} from './resource-steps.ts'
import { type SampleFile, sample } from './sample-files.ts'

test('the title, description, category and folder of a file can be changed', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/resources\//)
  const folder = await createFolder(portal, { name: uniqueName('Target'), category: 'training' })
  const file = await createResource(portal, { title: uniqueName('Before'), description: 'Old' })
  const title = uniqueName('After')
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await expect(field(dialog, 'Title')).toHaveValue(file.title)
  await field(dialog, 'Title').fill('')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(field(dialog, 'Title')).toBeFocused()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await field(dialog, 'Title').fill(title)
  await field(dialog, 'Description').fill('New')
  await field(dialog, 'Category').selectOption('training')
  await field(dialog, 'Folder').selectOption(folder.name)

  await page.route(`/api/resources/${file.id}`, (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to update resource. Please try again.', { exact: true })).toBeVisible()
  await expect(field(dialog, 'Title')).toHaveValue(title)
  await page.unroute(`/api/resources/${file.id}`)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'Resource updated successfully!')
  expect(await stored(portal, title)).toMatchObject({
    id: file.id,
    description: 'New',
    category: 'training',
    folderId: folder.id,
  })
})

test('a folder deleted meanwhile is reported at its field', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400 .*\/api\/resources\//)
  const folder = await createFolder(portal, { name: uniqueName('Short-lived'), category: 'creative' })
  const file = await createResource(portal, { title: uniqueName('Homeless') })
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  await field(dialog, 'Folder').selectOption(folder.name)
  await page.request.delete(`/api/resource-folders/${folder.id}`, { headers: { origin: portal.url } })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('This folder no longer exists.')).toBeVisible()
  await expect(field(dialog, 'Folder')).toBeFocused()
})

test('a replaced picture shows without a reload', async ({ page, portal, signInAs }) => {
  const picture = (color: string): SampleFile => ({
    name: `${color}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${color}"/></svg>`,
    ),
  })
  const file = await createResource(portal, {
    title: uniqueName('Repainted'),
    fileType: 'svg',
    bytes: picture('red').buffer,
  })
  await openLibraryAsStaff(portal, page, signInAs)
  const expectColor = async (color: string) => {
    await page.getByRole('link', { name: file.title, exact: true }).click()
    const shown = page.getByRole('dialog', { name: file.title }).locator('img')
    const drawn = () =>
      shown.evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement('canvas')
        if (image.complete) canvas.getContext('2d')?.drawImage(image, 0, 0)
        return canvas.getContext('2d')?.getImageData(5, 5, 1, 1).data.slice(0, 3).join()
      })
    await expect.poll(drawn).toBe(color)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expectColor('255,0,0')
  await chooseAction(page, file.title, 'Replace file')
  const dialog = page.getByRole('dialog', { name: 'Replace file' })
  await dialog.locator('input[type=file]').setInputFiles(picture('blue'))
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  await expectToast(page, 'File replaced successfully!')
  await expectColor('0,0,255')
})

test('staff see the downloads of a file with their users, latest first, in pages', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500/)
  const { user, profile } = await createPartner(portal, { status: 'completed', businessName: 'Harbour Hall' })
  const nobody = await createUser(portal, {
    firstName: null,
    lastName: null,
    email: `${uniqueName('n')}@example.com`.replaceAll(' ', ''),
  })
  const file = await createResource(portal, { title: uniqueName('Popular') })
  const untouched = await createResource(portal, { title: uniqueName('Untouched') })
  const unread = await createResource(portal, { title: uniqueName('Unread') })
  await portal.db.insert(resourceDownloads).values(
    Array.from({ length: 30 }, (_, index) => ({
      resourceId: file.id,
      userId: index === 29 ? nobody.id : user.id,
      downloadedAt: new Date(Date.UTC(2026, 0, 1, 15, 29 - index)),
    })),
  )
  await openLibraryAsStaff(portal, page, signInAs)
  const open = (title: string) => page.getByRole('link', { name: title, exact: true }).click()
  await open(file.title)
  const panel = page.getByRole('dialog')
  const dialog = panel.getByRole('region', { name: 'Downloads' })
  await expect(dialog.getByText('30 downloads', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(20)
  await expect(dialog.getByRole('listitem').first()).toContainText(profile.businessName)
  await expect(dialog.getByRole('listitem').first()).toContainText('Jan 1, 2026, 10:29 AM')
  await expectNoAxeViolations(page, panel)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(30)
  await expect(dialog.getByRole('listitem').last()).toContainText(nobody.email)
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await open(untouched.title)
  await expect(dialog.getByText('No downloads yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.route(/\/versions$/, (route) => route.fulfill({ status: 500, body: '' }))
  await open(unread.title)
  const versions = panel.getByRole('region', { name: 'Versions' })
  await expect(versions.getByRole('alert')).toContainText('The versions could not be loaded')
  await page.unroute(/\/versions$/)
  await versions.getByRole('button', { name: 'Retry' }).click()
  await expect(versions.getByRole('listitem')).toHaveCount(1)
})

test('a copied link leads to the file, and a deleted file is gone for partners, too', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await openBrowser()
  await signInAs(partner, (await createPartner(portal, { status: 'completed' })).user)
  const file = await createResource(portal, { title: uniqueName('Doomed') })
  const next = await createResource(portal, { title: `${file.title} after` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Share link')
  await expectToast(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${portal.url}/resources?file=${file.id}`,
  )
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(200)

  await chooseAction(page, file.title, 'Withdraw')
  const question = page.getByRole('alertdialog', { name: `Withdraw ${file.title}?` })
  await expect(question).toContainText('Partners can no longer find it')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Actions for ${file.title}`, exact: true })).toBeFocused()
  await chooseAction(page, file.title, 'Withdraw')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('link', { name: next.title, exact: true })).toBeFocused()
  await expectToast(page, 'Resource withdrawn')
  await expect(page.getByRole('link', { name: file.title, exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: next.title, exact: true })).toBeVisible()
  expect((await stored(portal, file.title))?.isActive).toBe(false)
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Withdrawn', exact: true }).click()
  const withdrawn = page.getByRole('list', { name: 'Withdrawn' })
  await expect(withdrawn).toContainText(file.title)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: `Restore ${file.title}`, exact: true }).click()
  await expectToast(page, 'Resource restored')
  await expect(page.getByText(file.title, { exact: true })).toHaveCount(0)
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(200)
  await page.getByRole('link', { name: 'All Resources' }).click()
  await expect(page.getByRole('link', { name: file.title, exact: true })).toBeVisible()
})

test('a stored audience shows in the form, and other changes do not change it', async ({
  page,
  portal,
  signInAs,
}) => {
  const group = uniqueName('Coast')
  await partnerIn(portal, group)
  const { profile } = await createPartner(portal, { businessName: uniqueName('Chosen Hall') })
  const both = await createResource(portal, {
    title: uniqueName('For both'),
    assignedGroup: group,
    assignedPartnerIds: [profile.id],
  })
  const lost = await createResource(portal, {
    title: uniqueName('For the lost'),
    assignedGroup: 'Nobody is in it',
    assignedPartnerIds: [profile.id, crypto.randomUUID()],
  })
  await openLibraryAsStaff(portal, page, signInAs)
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  const save = async (description: string) => {
    await field(dialog, 'Description').fill(description)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toHaveCount(0)
    await expectToast(page, 'Resource updated successfully!')
  }

  await chooseAction(page, both.title, 'Edit')
  await expect(dialog.getByRole('radio', { name: 'A group and chosen partners' })).toBeChecked()
  await expect(field(dialog, 'Group')).toHaveValue(group)
  await expect(dialog.getByRole('list', { name: 'Chosen partners' })).toContainText(profile.businessName)
  await expect(
    dialog.getByText('2 partners will see this, 1 of them after onboarding', { exact: true }),
  ).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await save('Changed')
  expect(await stored(portal, both.title)).toMatchObject({
    description: 'Changed',
    assignedGroup: group,
    assignedPartnerIds: [profile.id],
  })

  await chooseAction(page, lost.title, 'Edit')
  await expect(field(dialog, 'Group').locator('option:checked')).toHaveText('Nobody is in it (no partners)')
  await expect(dialog.getByText('1 chosen partner was deleted and will be left out.')).toBeVisible()
  await save('Changed')
  expect(await stored(portal, lost.title)).toMatchObject({
    assignedGroup: 'Nobody is in it',
    assignedPartnerIds: [profile.id],
  })
})

/** How many parts scroll sideways. */
const sidewaysParts = (place: Locator) =>
  place.evaluate(
    (box) =>
      [...box.querySelectorAll('*')].filter(
        (part) => getComputedStyle(part).overflowY === 'auto' && part.scrollWidth > part.clientWidth,
      ).length,
  )

test('files with the longest names fit both widths and pass axe', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 415 .*\/api\/resources\/upload$/)
  const long = `${uniqueName('Long')} ${'Unbreakable'.repeat(20)}`.slice(0, 200)
  const folder = await createFolder(portal, { name: long, category: 'creative' })
  const { profile } = await createPartner(portal, { businessName: long })
  const file = await createResource(portal, {
    title: long,
    fileName: `${long}.txt`,
    assignedPartnerIds: [profile.id],
  })
  await openLibraryAsStaff(portal, page, signInAs)
  const form = await openUpload(page)
  const expectFits = async (dialog?: Locator) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (dialog) expect(await sidewaysParts(dialog)).toBe(0)
    }
  }
  await form.picker.setInputFiles(await sample('pdf', long))
  await form.category.selectOption('creative')
  await form.folder.selectOption(folder.name)
  await expectNoAxeViolations(page, form.section)
  await expectFits()
  await expectNoAxeViolations(page, form.section)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: long, exact: true }).click()
  const panel = page.getByRole('dialog', { name: long })
  await expect(panel).toContainText(profile.businessName)
  await expectFits(panel)
  await expectNoAxeViolations(page, panel)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  for (const [item, name] of [
    ['Edit', 'Edit file'],
    ['Replace file', 'Replace file'],
  ] as const) {
    await chooseAction(page, file.title, item)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toContainText('Unbreakable')
    await expectFits(dialog)
    await expectNoAxeViolations(page, dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Actions for ${file.title}`, exact: true })).toBeFocused()
  }
})
