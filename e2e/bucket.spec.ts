import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { createResource, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import {
  addressOf,
  attachments,
  expectBytes,
  newPartner,
  newSupport,
  openChat,
  openInbox,
} from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseAction,
  expectToast,
  failedToUpload,
  interceptFileBytes,
  library,
  openLibrary,
  openLibraryAsStaff,
  openUploadAsStaff,
  stored,
  uniqueName,
  uploaded,
} from './resource-steps.ts'
import { drop, falsePicture, type SampleFile, sample } from './sample-files.ts'

// The files of this portal are in a bucket. One worker runs all of these tests: a portal with a bucket takes long to start.
test.use({ storage: 'bucket' })
test.describe.configure({ mode: 'default' })

const expectSeen = (picture: Locator) => expect(picture).not.toHaveJSProperty('naturalWidth', 0)

const paste = (field: Locator, { name, mimeType, buffer }: SampleFile) =>
  field.evaluate(
    (element, file) => {
      const bytes = Uint8Array.from(atob(file.text), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], file.name, { type: file.mimeType }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { name, mimeType, text: buffer.toString('base64') },
  )

test('files attached by button, drop and paste reach the other side', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  await signInAs(page, await newPartner(portal, 'Rowan'))
  await page.goto('/')
  const partnerChat = await openChat(page)
  const [entrance, guests] = [await sample('png', 'Entrance'), await sample('xlsx', 'Guests')]
  await drop(partnerChat.log, [entrance])
  await page.locator('input[type=file][multiple]').setInputFiles(guests)
  await partnerChat.field.fill('The entrance and the guests')
  await expect(attachments(partnerChat.panel)).toHaveCount(2)
  await expect(partnerChat.send).toBeEnabled()
  await partnerChat.send.click()
  await expect(partnerChat.log.getByRole('img', { name: 'Entrance.png' })).toBeVisible()
  await expect(partnerChat.log.getByRole('link', { name: /Guests\.xlsx/ })).toBeVisible()
  await expect(partnerChat.bubble('The entrance and the guests')).toBeVisible()

  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  const team = await openInbox(colleague, 'Dana Rowan')
  const picture = team.log.getByRole('img', { name: 'Entrance.png' })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await expect(picture).toHaveAttribute('src', /\?thumbnail$/)
  await expectBytes(colleague, await addressOf(team.log, 'Entrance.png'), entrance)
  const list = team.log.getByRole('link', { name: /Guests\.xlsx/ })
  const downloading = colleague.waitForEvent('download')
  await list.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Guests.xlsx')
  expect((await readFile(await download.path())).equals(guests.buffer), 'what was saved').toBe(true)

  const answer = { ...(await sample('png', 'Answer')), name: 'image.png' }
  await paste(team.field, answer)
  await expect(team.opened.getByRole('button', { name: 'Remove image.png' })).toBeVisible()
  await team.field.press('Enter')
  const answered = partnerChat.log.getByRole('img', { name: 'image.png' })
  await expect(answered).toBeVisible()
  await expectBytes(page, await addressOf(partnerChat.log, 'image.png'), answer)
})

// A violation of the policy, or a request to another origin, fails the test.
test('the pictures of the library and the chat are seen, under a policy of this site alone', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await openBrowser()
  await signInAs(partner, await newPartner(portal, 'Hazel'))
  const answer = await partner.goto('/')
  expect(answer?.headers()['content-security-policy']).toMatch(/img-src 'self' data: blob:;/)
  const sent = await openChat(partner)
  for (const type of ['png', 'svg'] as const) {
    await partner.locator('input[type=file][multiple]').setInputFiles(await sample(type, `Plan ${type}`))
    await expect(sent.send).toBeEnabled()
    await sent.send.click()
    const picture = sent.log.locator(`img[alt="Plan ${type}.${type}"]`)
    await picture.waitFor({ timeout: 20_000 })
    await expectSeen(picture)
  }

  const user = { role: 'support', firstName: 'Sam', lastName: 'Vale' } as const
  const profileImageUrl = 'https://pictures.example.com/sam.png'
  await signInAs(page, await createUser(portal, { ...user, profileImageUrl }))
  const { preview, file } = await openLibrary(page, '?search=Beach+at+noon')
  await expect(page.locator('header [data-initials="SV"]').filter({ visible: true })).toBeVisible()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await expectSeen(page.getByRole('main').locator('img').first())
  await file('Beach at noon').click()
  await expectSeen(preview.getByRole('img', { name: 'Beach at noon' }))
  const { log } = await openInbox(page, 'Dana Hazel')
  await expectSeen(log.locator('img[alt="Plan png.png"]'))
  await expectSeen(log.locator('img[alt="Plan svg.svg"]'))
})

test('an upload that fails on the way is sent again to a new address', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  const form = await openUploadAsStaff(portal, page, signInAs)
  let isBroken = true
  const sent = await interceptFileBytes(page, (route) => (isBroken ? route.abort() : route.continue()))
  const title = uniqueName('Lost')
  await form.picker.setInputFiles(await sample('docx', title))
  await form.category.selectOption('creative')
  await form.submit.click()
  await expectToast(page, failedToUpload)
  isBroken = false
  await form.retry.click()
  await expectToast(page, uploaded)
  expect(sent()).toBe(2)
  expect(await stored(portal, title)).toMatchObject({ fileType: 'docx' })
})

test('a file replaced by one of another type has the same link, and both versions can be downloaded', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 415 .*\/api\/resources\/upload$/)
  const bytes = Buffer.from('The first version')
  const file = await createResource(portal, { title: uniqueName('Replaced'), bytes })
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Replace file')
  const dialog = page.getByRole('dialog', { name: 'Replace file' })
  await expect(dialog).toContainText(`${file.fileName} · ${bytes.length} bytes`)
  const picker = dialog.locator('input[type=file]')
  const replace = dialog.getByRole('button', { name: 'Replace file' })
  await replace.click()
  await expect(picker).toBeFocused()
  await expectNoAxeViolations(page, dialog)
  await picker.setInputFiles(falsePicture('false'))
  await replace.click()
  await expect(dialog.getByText('false.png: This file is not a PNG.')).toBeVisible()
  const second = await sample('pdf', 'Second')
  await picker.setInputFiles(second)
  await replace.click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'File replaced successfully!')
  expect(await stored(portal, file.title)).toMatchObject({ filePath: file.filePath, fileType: 'pdf' })
  const now = await page.request.get(`/objects/${file.filePath}`)
  expect((await now.body()).equals(second.buffer)).toBe(true)

  await library(page).file(file.title).click()
  const panel = page.getByRole('dialog', { name: file.title })
  const versions = panel.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('Second.pdfCurrent')
  await expect(versions.first()).toContainText('Sam Whitfield')
  const link = versions.nth(1).getByRole('link')
  const former = await page.request.get((await link.getAttribute('href')) ?? '')
  expect((await former.body()).equals(bytes)).toBe(true)
  expect(former.headers()['content-disposition']).toContain('attachment')
})
