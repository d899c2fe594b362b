import { createFolder } from '#test/factories.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseGroup,
  expectToast,
  openFolderUpload,
  openUploadAsStaff,
  partnerIn,
  stored,
  uniqueName,
  uploaded,
} from './resource-steps.ts'
import { drop, longText, sample } from './sample-files.ts'

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
