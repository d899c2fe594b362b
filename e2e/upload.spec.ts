import type { Page } from '@playwright/test'
import { maxFileSize } from '#contract/files/file-types.ts'
import { createFolder, createPartner } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { keyboardInput, tabTo } from './input-methods.ts'
import { createGate } from './requests.ts'
import {
  expectToast,
  failedToProcess,
  failedToUpload,
  interceptFileBytes,
  openLibrary,
  openUpload,
  openUploadAsStaff,
  stored,
  uniqueName,
  uploadDialog,
  uploaded,
} from './resource-steps.ts'
import { drop, dropZeros, sample } from './sample-files.ts'

test('an uploaded file lies in its category and folder, and the form is empty again', async ({
  page,
  portal,
  signInAs,
}) => {
  const folder = await createFolder(portal, { name: uniqueName('Posters'), category: 'activation' })
  const other = await createFolder(portal, { name: uniqueName('Logos'), category: 'creative' })
  const form = await openUploadAsStaff(portal, page, signInAs)
  const title = uniqueName('Poster')
  await form.picker.setInputFiles(await sample('pdf', title))
  await expect(form.title).toHaveValue(title)
  await expect(form.folder).toBeDisabled()
  await form.category.selectOption('creative')
  await form.folder.selectOption(other.name)
  await form.category.selectOption('activation')
  await expect(form.folder).toHaveValue('')
  await expect(form.folder.locator('option')).not.toContainText([other.name])
  await form.folder.selectOption(folder.name)
  await form.description.fill('For the window')
  await form.submit.click()
  await expectToast(page, uploaded)
  expect(await stored(portal, title)).toMatchObject({
    category: 'activation',
    folderId: folder.id,
    description: 'For the window',
    fileName: `${title}.pdf`,
    fileType: 'pdf',
    assignedGroup: null,
    assignedPartnerIds: [],
  })
  await expect(form.section).toHaveCount(0)
  await openUpload(page)
  await expect(form.picker).toBeAttached()
  await expect(form.title).toHaveValue('')
  await expect(form.category).toHaveValue('')
  await expect(form.folder).toHaveValue('')
  await expect(form.description).toHaveValue('')
})

test('files dropped on the page open the dialog, in the place that shows', async ({
  page,
  portal,
  signInAs,
}) => {
  const folder = await createFolder(portal, { name: uniqueName('Dropped here'), category: 'activation' })
  await signInAs(page, 'support@demo.test')
  await openLibrary(page, `?folder=${folder.id}`)
  const place = page.getByRole('heading', { name: folder.name })
  const form = uploadDialog(page)
  await drop(place, [await sample('txt', 'Only one')])
  await expect(form.title).toHaveValue('Only one')
  await expect(form.category).toHaveValue('activation')
  await expect(form.folder).toHaveValue(folder.id)
  await expectNoAxeViolations(page, form.section)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(form.section).toHaveCount(0)
  await drop(place, [await sample('txt', 'One of two'), await sample('csv', 'Two of two')])
  await expect(form.section.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2)
})

test('a typed title stays, and an untouched one follows the file', async ({ page, portal, signInAs }) => {
  const form = await openUploadAsStaff(portal, page, signInAs)
  await form.picker.setInputFiles(await sample('txt', 'First'))
  await form.section.getByRole('button', { name: 'Remove First.txt' }).click()
  await expect(form.picker).toBeFocused()
  await expect(form.title).toHaveValue('')
  await form.picker.setInputFiles(await sample('txt', 'Second'))
  await expect(form.title).toHaveValue('Second')
  await form.title.fill('Mine')
  await form.section.getByRole('button', { name: 'Remove Second.txt' }).click()
  await form.picker.setInputFiles(await sample('txt', 'Third'))
  await expect(form.title).toHaveValue('Mine')
})

test('the picker refuses invalid files before anything is sent', async ({ page, portal, signInAs }) => {
  const form = await openUploadAsStaff(portal, page, signInAs)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url())
  })
  await form.submit.click()
  for (const message of ['Choose a file', 'Title is required', 'Category is required']) {
    await expect(form.section.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(form.picker).toBeFocused()
  await expectNoAxeViolations(page, form.section)

  await form.picker.setInputFiles({ name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ') })
  await expect(form.section.getByText('setup.exe: This kind of file is not allowed.')).toBeVisible()
  await drop(form.picker, [await sample('png', 'one'), await sample('png', 'two')])
  await expect(form.section.getByText('Choose one file at a time.')).toBeVisible()
  await dropZeros(form.picker, 'film.mp4', maxFileSize + 1)
  await expect(form.section.getByText('film.mp4: This file is too large. At most 50 MB.')).toBeVisible()
  await dropZeros(form.picker, 'notes.txt', 0)
  await expect(form.section.getByText('notes.txt: This file is empty.')).toBeVisible()
  expect(asked).toEqual([])
})

/** The requests of an upload, and the toast when one of them fails. */
const steps = [
  [/\/api\/objects\/upload$/, failedToUpload],
  [/\/api\/resources\/upload$/, failedToProcess],
  [/\/api\/resources$/, failedToUpload],
] as const

test('Retry continues after a server error at any step of an upload, and nothing is lost', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500/)
  const form = await openUploadAsStaff(portal, page, signInAs)
  const sent = await interceptFileBytes(page, (route) => route.continue())
  for (const [index, [address, message]] of steps.entries()) {
    if (index > 0) await openUpload(page)
    const title = uniqueName('Stumbling')
    await page.route(address, async (route) => {
      if (route.request().method() === 'GET') await route.fallback()
      else await route.fulfill({ status: 500, body: '{"message":"Something went wrong.","code":"internal"}' })
    })
    await form.picker.setInputFiles(await sample('pdf', title))
    await form.category.selectOption('creative')
    await form.submit.click()
    await expectToast(page, message)
    await expect(form.section.getByText('Unknown error')).toBeVisible()
    // It looks the same after each step.
    if (index === 0) await expectNoAxeViolations(page, form.section)
    await expect(form.title).toHaveValue(title)
    await page.unroute(address)
    await form.retry.click()
    await expectToast(page, uploaded)
    // Bytes that have arrived are not sent again.
    expect(sent()).toBe(index + 1)
    expect(await stored(portal, title)).toBeDefined()
  }
})

test('an upload can be cancelled, and closing its dialog or leaving the page asks first', async ({
  page,
  portal,
  signInAs,
}) => {
  const form = await openUploadAsStaff(portal, page, signInAs)
  const gate = createGate()
  await interceptFileBytes(page, async (route) => {
    await gate.opened
    await route.abort().catch(() => {})
  })
  const title = uniqueName('Stopped')
  await form.picker.setInputFiles(await sample('pdf', title))
  await form.category.selectOption('creative')
  await form.submit.click()
  await expect(form.progress).toBeVisible()

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.progress).toBeVisible()

  const asked = page.waitForEvent('dialog')
  page.reload().catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await expectNoAxeViolations(page, form.section)
  await form.cancel.click()
  await expect(form.progress).toHaveCount(0)
  await expect(form.section.getByRole('button', { name: `Remove ${title}.pdf` })).toBeFocused()
  await expect(form.submit).toBeEnabled()
  gate.open()
  expect(await stored(portal, title)).toBeUndefined()
  // The chosen file and category are not saved.
  await page.keyboard.press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(discard).toContainText('What you entered is not saved.')
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(form.section).toHaveCount(0)
})

test('Back during an upload asks first, too, and leaving stops the upload', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await page.getByRole('link', { name: 'Resources', exact: true }).click()
  const form = await openUpload(page)
  const gate = createGate()
  await interceptFileBytes(page, async (route) => {
    await gate.opened
    await route.abort().catch(() => {})
  })
  const title = uniqueName('Stepped back')
  await form.picker.setInputFiles(await sample('pdf', title))
  await form.category.selectOption('creative')
  await form.submit.click()
  await expect(form.progress).toBeVisible()

  const goBack = () => page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  for (const _ of [1, 2]) {
    await goBack()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL('/resources')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(form.progress).toBeVisible()
    await expect(form.title).toHaveValue(title)
  }

  const stoppedSending = page.waitForEvent('requestfailed')
  await goBack()
  await question.getByRole('button', { name: 'Leave and stop' }).click()
  await expect(page).toHaveURL('/')
  expect((await stoppedSending).method()).toBe('PUT')
  gate.open()
  expect(await stored(portal, title)).toBeUndefined()
})

test('an upload cancelled while it requests its address can start again at once', async ({
  page,
  portal,
  signInAs,
}) => {
  const form = await openUploadAsStaff(portal, page, signInAs)
  const [address, bytes] = [createGate(), createGate()]
  let asked = 0
  await page.route(/\/api\/objects\/upload$/, async (route) => {
    asked += 1
    if (asked === 1) await address.opened
    await route.continue()
  })
  const sent = await interceptFileBytes(page, async (route) => {
    await bytes.opened
    await route.continue()
  })
  const title = uniqueName('Begun twice')
  await form.picker.setInputFiles(await sample('pdf', title))
  await form.category.selectOption('creative')
  await form.submit.click()
  await expect.poll(() => asked).toBe(1)
  await form.cancel.click()
  await form.submit.click()
  await expect.poll(sent).toBe(1)
  const outdated = page.waitForResponse(/\/api\/objects\/upload$/)
  address.open()
  await (await outdated).finished()
  bytes.open()
  await expectToast(page, uploaded)
  expect(await stored(portal, title)).toBeDefined()
})

test('a file for chosen partners is visible to them alone', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const [inside, outside] = [
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Insiders') }),
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Outsiders') }),
  ]
  const form = await openUploadAsStaff(portal, page, signInAs)
  const title = uniqueName('Secret')
  await form.picker.setInputFiles(await sample('pdf', title))
  await form.category.selectOption('creative')
  await form.section.getByRole('radio', { name: 'Chosen partners' }).check()
  // The list of partners loads first.
  const search = form.section.getByRole('combobox', { name: 'Partners' })
  await expect(search).toBeVisible()
  await form.submit.click()
  await expect(form.section.getByText('Choose at least one partner')).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill(inside.profile.businessName)
  await form.section.getByRole('option', { name: inside.profile.businessName }).click()
  await expect(form.section.getByText('1 partner will see this', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, form.section)
  await form.submit.click()
  await expectToast(page, uploaded)
  const file = await stored(portal, title)
  expect(file?.assignedPartnerIds).toEqual([inside.profile.id])

  for (const [{ user }, sees] of [
    [inside, true],
    [outside, false],
  ] as const) {
    const partner = await openBrowser()
    await signInAs(partner, user)
    await partner.goto('/resources?category=creative')
    await expect(partner.getByRole('region', { name: 'Creative Assets' })).toBeVisible()
    await expect(partner.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(partner.getByRole('link', { name: title, exact: true })).toHaveCount(sees ? 1 : 0)
    expect((await partner.request.get(`/objects/${file?.filePath}`)).status()).toBe(sees ? 200 : 404)
  }
})

test('a file is uploaded for chosen partners by the keyboard alone', async ({ page, portal, signInAs }) => {
  const names = [uniqueName('Alder'), uniqueName('Birch'), uniqueName('Cedar')]
  const partners = []
  for (const businessName of names) partners.push(await createPartner(portal, { businessName }))
  const form = await openUploadAsStaff(portal, page, signInAs)
  const input = keyboardInput(page)
  const title = uniqueName('By input')
  // Playwright must know before the key is pressed that it handles the file chooser.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(form.picker)
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await sample('pdf', 'anything'))
  await expect(form.section.getByRole('button', { name: 'Remove anything.pdf' })).toBeFocused()
  await input.fill(form.title, title)
  await input.selectOption(form.category, 'Creative Assets')
  await input.choose(form.section.getByRole('radiogroup', { name: 'Visible to' }), 'Chosen partners')
  const search = form.section.getByRole('combobox', { name: 'Partners' })
  for (const name of names) {
    await input.fill(search, name)
    await expect(form.section.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
  }
  const chips = form.section.getByRole('list', { name: 'Chosen partners' })
  await expect(chips.getByRole('listitem')).toHaveText(names)
  await input.press(chips.getByRole('button', { name: `Remove ${names[1]}` }))
  await expect(chips.getByRole('button', { name: `Remove ${names[2]}` })).toBeFocused()
  await expect(
    form.section.getByText('2 partners will see this after onboarding', { exact: true }),
  ).toBeVisible()
  await input.press(form.submit)
  await expectToast(page, uploaded)
  expect((await stored(portal, title))?.assignedPartnerIds).toEqual(
    [partners[0], partners[2]].map((partner) => partner?.profile.id),
  )
})

test('partners do not load the upload code', async ({ page, signInAs, openBrowser }) => {
  const uploader = 'XHRUpload'
  const fetchesUploader = async (person: Page, email: string, isStaff: boolean) => {
    await signInAs(person, email)
    await person.goto('/resources')
    if (isStaff) await openUpload(person)
    await person.waitForLoadState('networkidle')
    const scripts = await person.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
    const texts = await Promise.all(scripts.map(async (script) => (await person.request.get(script)).text()))
    return texts.some((text) => text.includes(uploader))
  }
  expect(await fetchesUploader(page, 'support@demo.test', true)).toBe(true)
  expect(await fetchesUploader(await openBrowser(), 'partner@demo.test', false)).toBe(false)
})
