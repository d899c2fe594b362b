import { createFolder } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { createGate } from './requests.ts'
import {
  interceptFileBytes,
  openFolderUpload,
  openLibraryAsStaff,
  openUpload,
  stored,
  uniqueName,
} from './resource-steps.ts'
import { drop, falsePicture, sample } from './sample-files.ts'

test('several files upload at once with a title each, and a failed one leaves the others alone', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 415 .*\/api\/resources\/upload$|ERR_FAILED/)
  const folder = await createFolder(portal, { name: uniqueName('Many'), category: 'activation' })
  await openLibraryAsStaff(portal, page, signInAs)
  const { dialog, picker, button } = await openFolderUpload(page, folder.name)
  await expect(field(dialog, 'Category')).toHaveValue('activation')
  await expect(field(dialog, 'Folder')).toHaveValue(folder.id)
  const titles = ['One', 'Two', 'Three', 'Four'].map(uniqueName)
  const [one = '', two = '', three = '', four = ''] = titles
  const bad = uniqueName('Bad')
  const good = await Promise.all(titles.map((title) => sample('csv', title)))
  await drop(picker, [
    ...good,
    falsePicture(bad),
    { name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ') },
  ])
  await expect(dialog.getByRole('alert')).toContainText('1 file not added')
  await expect(dialog.getByRole('alert')).toContainText('setup.exe: This kind of file is not allowed.')
  // Files that are already listed are not added again.
  await expect(button('Upload 5 files')).toBeVisible()
  const rows = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)

  await rows.nth(1).getByLabel('Title').fill('')
  await button('Upload 5 files').click()
  await expect(rows.nth(1).getByText('Title is required')).toBeVisible()
  await expect(rows.nth(1).getByLabel('Title')).toBeFocused()
  const renamed = uniqueName('Renamed')
  await rows.nth(1).getByLabel('Title').fill(renamed)
  // axe does not count a label that is scrolled out of view.
  const label = dialog.getByText(/^Files/).first()
  await label.scrollIntoViewIfNeeded()
  await expectNoAxeViolations(page, dialog)

  let isBroken = true
  await page.route(/\/api\/objects\/upload$/, async (route) => {
    if (isBroken && route.request().postData()?.includes(three)) await route.abort()
    else await route.fallback()
  })
  await button('Upload 5 files').click()
  await expect(dialog.getByText('3 uploaded, 2 failed', { exact: true })).toBeVisible()
  await expect(rows.nth(2).getByText('The connection was lost.')).toBeVisible()
  await expect(rows.nth(4).getByText('This file is not a PNG.')).toBeVisible()
  await label.scrollIntoViewIfNeeded()
  await expectNoAxeViolations(page, dialog)
  for (const title of [one, renamed, four]) {
    expect(await stored(portal, title)).toMatchObject({ category: 'activation', folderId: folder.id })
  }
  for (const title of [two, three, bad]) expect(await stored(portal, title)).toBeUndefined()

  isBroken = false
  await button('Retry 1 file').click()
  await expect(dialog.getByText('4 uploaded, 1 failed', { exact: true })).toBeVisible()
  expect(await stored(portal, three)).toBeDefined()
  await button('Done').click()
  await expect(dialog).toHaveCount(0)
  for (const title of [one, renamed, three, four]) {
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  }
})

test('two files upload at a time, one can be cancelled, and closing asks first', async ({
  page,
  portal,
  signInAs,
}) => {
  const folder = await createFolder(portal, { name: uniqueName('Slow'), category: 'creative' })
  await openLibraryAsStaff(portal, page, signInAs)
  const { dialog, picker, button } = await openFolderUpload(page, folder.name)
  const titles = ['One', 'Two', 'Three'].map(uniqueName)
  await picker.setInputFiles(await Promise.all(titles.map((title) => sample('txt', title))))
  const gate = createGate()
  const sent = await interceptFileBytes(page, async (route) => {
    await gate.opened
    await route.continue().catch(() => {})
  })
  await button('Upload 3 files').click()
  await expect(dialog.getByText('Waiting', { exact: true })).toHaveCount(1)
  await expect.poll(sent).toBe(2)
  await expectNoAxeViolations(page, dialog)

  await dialog.getByRole('button', { name: `Cancel ${titles[0]}.txt` }).click()
  await expect.poll(sent).toBe(3)
  await expect(dialog.getByRole('listitem').first().getByLabel('Title')).toHaveValue(titles[0] ?? '')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeVisible()

  gate.open()
  await expect(dialog.getByText('2 uploaded', { exact: true })).toBeVisible()
  await expect(button('Upload 1 file')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stored(portal, titles[0] ?? '')).toBeUndefined()
  expect(await stored(portal, titles[2] ?? '')).toBeDefined()
})

test('chosen files are discarded only after a question', async ({ page, portal, signInAs }) => {
  const folder = await createFolder(portal, { name: uniqueName('Undecided'), category: 'creative' })
  await openLibraryAsStaff(portal, page, signInAs)
  const { dialog, picker, button } = await openFolderUpload(page, folder.name)
  const opener = page.getByRole('button', { name: 'Upload', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const discard = async () => {
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog.getByRole('radio', { name: 'Several files' }).check()
  }
  await picker.setInputFiles(await sample('txt', uniqueName('Remaining')))
  await page.keyboard.press('Escape')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(button('Upload 1 file')).toBeVisible()
  await button('Cancel').click()
  await discard()
  await expect(button('Upload files')).toBeVisible()
  await dialog.getByRole('radio', { name: 'A group', exact: true }).check()
  await button('Close').click()
  await discard()
  await expect(dialog.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('several files can be uploaded without a folder, too', async ({ page, portal, signInAs }) => {
  await openLibraryAsStaff(portal, page, signInAs)
  const dialog = (await openUpload(page)).section
  await dialog.getByRole('radio', { name: 'Several files' }).check()
  const title = uniqueName('Loose')
  await dialog.locator('input[type=file]').setInputFiles(await sample('txt', title))
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(dialog.getByText('Category is required')).toBeVisible()
  await field(dialog, 'Category').selectOption('creative')
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(
    page.getByRole('region', { name: 'Creative Assets' }).getByRole('link', { name: title, exact: true }),
  ).toBeVisible()
  expect(await stored(portal, title)).toMatchObject({ category: 'creative', folderId: null })
})
