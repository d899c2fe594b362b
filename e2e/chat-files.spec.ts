import { addressOf, attachments, expectBytes, newPartner, openChat } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { interceptFileBytes } from './resource-steps.ts'
import { falsePicture, longText, sample } from './sample-files.ts'

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
