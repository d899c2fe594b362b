import { createFolder, createResource } from '#test/factories.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseAction,
  chooseGroup,
  expectToast,
  failedToUpload,
  interceptFileBytes,
  library,
  openFolderUpload,
  openLibraryAsStaff,
  openUploadAsStaff,
  partnerIn,
  stored,
  uniqueName,
  uploaded,
} from './resource-steps.ts'
import { drop, falsePicture, longText, sample } from './sample-files.ts'

test('files dropped together reach a partner with the same bytes', async ({
  page,
  portal,
  signInAs,
  openContext,
}) => {
  const group = uniqueName('Dropped')
  const { user } = await partnerIn(portal, group)
  const folder = await createFolder(portal, { name: uniqueName('Dropped'), category: 'creative' })
  await signInAs(page, 'support@demo.test')
  await page.goto('/resources?category=creative')
  const types = ['txt', 'jpg', 'docx', 'mp4'] as const
  const dropped = await Promise.all(types.map((type) => sample(type, uniqueName('Dropped'))))
  const dialog = await openFolderUpload(page, folder.name)
  await drop(dialog.picker, dropped)
  await chooseGroup(dialog.dialog, group)
  await dialog.button(`Upload ${dropped.length} files`).click()
  await expect(dialog.dialog.getByText(`${dropped.length} uploaded`, { exact: true })).toBeVisible()

  const partner = await openContext()
  await portal.signIn(partner, user)
  for (const { name, buffer } of dropped) {
    const path = (await stored(portal, name.replace(/\.\w+$/, '')))?.filePath
    const answer = await partner.request.get(`/objects/${path}?download`)
    expect(answer.status(), name).toBe(200)
    expect((await answer.body()).equals(buffer), `the bytes of ${name}`).toBe(true)
  }
})

test.describe('with a bucket', () => {
  test.use({ storage: 'bucket' })

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
})

test('an upload whose connection breaks shows an error, and Retry sends the file', async ({
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  // The stream of live updates breaks with it.
  browserErrors.allow(/ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|INCOMPLETE_CHUNKED_ENCODING)/)
  const { hostname, port } = new URL(portal.url)
  const line = await startTcpProxy({ host: hostname, port: Number(port) })
  const baseURL = `http://${line.host}:${line.port}`
  const page = await openBrowser({ baseURL })
  const form = await openUploadAsStaff(portal, page, signInAs)
  const title = uniqueName('Cut')
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.headers()['content-type'] === 'text/plain')
      addresses.push(request.url())
  })
  await form.picker.setInputFiles(longText(title, 6_000_000))
  await form.category.selectOption('training')
  const network = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', conditions)
  await form.submit.click()
  await expect.poll(async () => Number(await form.progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(form.progress).toHaveAttribute('aria-valuetext', /^\d.* of 5\.7 MB, \d+%$/)
  await line.cut()
  await expect(form.section.getByText('The connection was lost.')).toBeVisible()
  await expect(form.title).toHaveValue(title)
  expect(await stored(portal, title)).toBeUndefined()

  await line.mend()
  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 })
  await form.retry.click()
  await expectToast(page, uploaded)
  expect(await stored(portal, title)).toMatchObject({ fileSize: 6_000_000 })
  expect(addresses).toHaveLength(2)
  expect(new Set(addresses).size).toBe(addresses.length)
  await page.context().close()
  await line.cut()
})
