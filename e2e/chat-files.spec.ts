import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { newPartner, newSupport, openChat, openInbox } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { interceptFileBytes } from './resource-steps.ts'
import { drop, falsePicture, longText, type SampleFile, sample } from './sample-files.ts'

const attachments = (place: Locator) =>
  place.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** The address of a message's file answers with the bytes of this file. */
const expectBytes = async (page: Page, address: string | null, { name, buffer }: SampleFile) => {
  const answer = await page.request.get(address ?? '')
  expect(answer.status(), name).toBe(200)
  expect((await answer.body()).equals(buffer), `the bytes of ${name}`).toBe(true)
}

/** Where a click on a file of a message leads. */
const addressOf = (log: Locator, name: string) => log.getByRole('link', { name }).getAttribute('href')

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

test.describe('with a bucket', () => {
  test.use({ storage: 'bucket' })

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
})

test('a refused, cancelled or lost attachment shows an error and leaves the rest of the message alone', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 415 .*\/api\/chat\/uploads$/)
  browserErrors.allow(/ERR_FAILED/)
  await signInAs(page, await newPartner(portal, 'Linden'))
  await page.goto('/')
  const partnerChat = await openChat(page)
  const attach = page.locator('input[type=file][multiple]')
  const chosen = attachments(partnerChat.panel)
  await partnerChat.field.fill('Typed with care')

  await interceptFileBytes(page, async () => {})
  await attach.setInputFiles(longText('Rules of the hall', 200_000))
  await expect(chosen.getByRole('progressbar')).toBeVisible()
  await expect(partnerChat.send).toBeDisabled()
  await chosen.getByRole('button', { name: 'Cancel Rules of the hall.txt' }).click()
  await expect(chosen).toHaveCount(0)
  await page.unrouteAll()

  const guests = await sample('xlsx', 'Guests')
  await attach.setInputFiles(guests)
  await attach.setInputFiles([
    { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await expect(partnerChat.panel.getByText('program.exe: This kind of file is not allowed.')).toBeVisible()
  await attach.setInputFiles(falsePicture('Letter'))
  await expect(chosen.getByRole('alert')).toHaveText('This file is not a PNG.')
  await expect(partnerChat.field).toHaveValue('Typed with care')
  await expect(chosen).toHaveCount(2)
  // The pointer leaves the place of Cancel, where this row has just come: a click on what comes under a resting pointer does nothing.
  await partnerChat.field.click()
  await chosen.getByRole('button', { name: 'Remove Letter.png' }).click()

  // First the request for the address fails, then the upload.
  await page.route('**/api/chat/uploads', (route) => route.abort('failed'), { times: 1 })
  const lost = chosen.getByText('The connection was lost.')
  const retry = chosen.getByRole('button', { name: 'Retry Entrance.png' })
  const entrance = await sample('png', 'Entrance')
  await attach.setInputFiles(entrance)
  await expect(lost).toBeVisible()
  let isBroken = true
  const sent = await interceptFileBytes(page, (route) => (isBroken ? route.abort() : route.continue()))
  await retry.click()
  await expect.poll(sent).toBe(1)
  await expect(lost).toBeVisible()
  isBroken = false
  await retry.click()
  await expect(chosen.getByRole('button', { name: 'Remove Entrance.png' })).toBeVisible()
  await expect(lost).toHaveCount(0)
  expect(sent()).toBe(2)
  await expect(partnerChat.send).toBeEnabled()
  await partnerChat.send.click()
  await expect(partnerChat.field).toBeFocused()

  await expect(partnerChat.bubble('Typed with care')).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await expectBytes(page, await addressOf(partnerChat.log, 'Entrance.png'), entrance)
  await expectBytes(
    page,
    await partnerChat.log.getByRole('link', { name: /Guests\.xlsx/ }).getAttribute('href'),
    guests,
  )
})

test('a picture shows its place until its thumbnail is made, then the thumbnail, and the original on a click', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  // The tab of a file is in a sandbox, which may not load the icon of the site.
  browserErrors.allow(/favicon\.ico$/)
  const user = await newPartner(portal, 'Juniper')
  await signInAs(page, user)
  await page.goto('/')
  // The job waits, as it does behind others. After a failure no other test shares this portal: its worker ends.
  await portal.db.execute(`
    create function delay_thumbnails() returns trigger language plpgsql as $$
    begin new.start_after = now() + interval '1 day'; return new; end $$`)
  await portal.db.execute(`
    create trigger delay_thumbnails before insert on pgboss.job for each row
    when (new.name = 'thumbnail') execute function delay_thumbnails()`)
  const { log, send } = await openChat(page)
  const dusk = await sample('jpeg', 'Dusk')
  await page.locator('input[type=file][multiple]').setInputFiles(dusk)
  await expect(send).toBeEnabled()
  await send.click()
  const picture = log.getByRole('img', { name: 'Dusk.jpeg' })
  await expect(picture).toBeVisible()
  await expect(log.locator('img')).toHaveCount(0)
  const place = await picture.boundingBox()

  await portal.db.execute('drop function delay_thumbnails cascade')
  await portal.db.execute(`update pgboss.job set start_after = now() where name = 'thumbnail'`)
  await expect(log.locator('img')).toHaveAttribute('src', /\?thumbnail$/, { timeout: 15_000 })
  await expect(picture).toHaveJSProperty('naturalWidth', 480)
  expect(await picture.boundingBox(), 'nothing moves').toEqual(place)

  const opened = page.context().waitForEvent('page')
  await picture.click()
  const original = await opened
  await expect(original.locator('img')).toHaveJSProperty('complete', true)
  await expectBytes(page, new URL(original.url()).pathname, dusk)
  expect(new URL(original.url()).search).toBe('')
  await original.close()
})
