import { createPartner, createTask } from '#test/factories.ts'
import { addMessages, chat, newPartner, newSupport, openChat, openInbox, say } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { drop, falsePicture, longText, sample } from './sample-files.ts'

const noHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}

test('who comes back finds a line above what is new; who writes while nobody is there is told so', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal, 'Quince')
  await addMessages(portal, partner, ['From before'])
  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  const team = await openInbox(colleague, 'Dana Quince')
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`)
  for (const line of lines) {
    await team.field.fill(line)
    await colleague.keyboard.press('Enter')
  }
  await expect(team.bubble('Line 12')).toBeVisible()
  await expect(team.log.getByText('Sent')).toBeVisible()
  await expect(team.opened.getByText('The partner is away')).toBeVisible()

  await signInAs(page, partner)
  await page.goto('/')
  const desk = await openChat(page)
  await expect(desk.log.getByText('New', { exact: true })).toBeInViewport()
  await expect(desk.bubble('Line 1')).toBeInViewport()
  // The rest lies below, and is read when it is seen.
  await expect(desk.bubble('Line 12')).not.toBeInViewport()
  await expect(team.log.getByText('Sent')).toBeVisible()
  await desk.log.evaluate((log) => log.scrollTo({ top: log.scrollHeight }))
  await expect(team.log.getByText('Seen')).toBeVisible()
  await desk.close.click()
  await openChat(page)
  await expect(desk.bubble('Line 12')).toBeInViewport()
  await expect(desk.log.getByText('New', { exact: true })).toHaveCount(0)

  const admin = await openBrowser()
  await signInAs(admin, 'admin@demo.test')
  const setHours = (hours: unknown) =>
    admin.request.put('/api/office-hours', { data: { hours }, headers: { origin: portal.url } })
  try {
    const set = await setHours({ timeZone: 'America/New_York', week: noHours, holidays: [] })
    expect(set.status()).toBe(200)
    await say(page, 'Is anybody there?')
    const away = 'Thank you for your message. The team is away at the moment and will answer when it is back.'
    await expect(desk.bubble(away)).toBeVisible()
    await expect(desk.log.getByText('Automatic reply')).toBeVisible()
    await expect(team.bubble(away)).toBeVisible()
  } finally {
    await setHours(null)
  }
})

test('files are attached by button, drop and paste, and reach the other side', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  watch,
}) => {
  watch.allow(/status of 415/)
  const partner = await newPartner(portal, 'Rowan')
  await signInAs(page, partner)
  await page.goto('/')
  const desk = await openChat(page)
  const attach = page.locator('input[type=file][multiple]')
  const chosen = desk.panel.getByRole('list', { name: 'Files of the next message' }).getByRole('listitem')

  // Its bytes never arrive.
  await page.route('**/api/chat/uploads/*', () => {})
  await attach.setInputFiles(longText('Rules of the hall', 200_000))
  await expect(chosen.getByRole('progressbar')).toBeVisible()
  await expect(desk.send).toBeDisabled()
  await chosen.getByRole('button', { name: 'Cancel Rules of the hall.txt' }).click()
  await expect(chosen).toHaveCount(0)
  await page.unroute('**/api/chat/uploads/*')

  await attach.setInputFiles([
    { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await expect(desk.panel.getByText('program.exe: This kind of file is not taken.')).toBeVisible()
  await attach.setInputFiles(falsePicture('Letter'))
  await expect(chosen.getByRole('alert')).toHaveText('This file is not a png.')
  await chosen.getByRole('button', { name: 'Remove Letter.png' }).click()

  // The first try fails on the way.
  await page.route('**/api/chat/uploads', (route) => route.abort('failed'), { times: 1 })
  watch.allow(/ERR_FAILED/)
  await drop(desk.log, [await sample('png', 'Entrance')])
  await expect(chosen.getByText('The connection was lost.')).toBeVisible()
  await chosen.getByRole('button', { name: 'Retry Entrance.png' }).click()
  await attach.setInputFiles(await sample('xlsx', 'Guests'))
  await desk.field.fill('The entrance and the guests')
  await expect(desk.send).toBeEnabled()
  await expect(chosen).toHaveCount(2)
  await desk.send.click()
  await expect(desk.log.getByRole('img', { name: 'Entrance.png' })).toBeVisible()
  await expect(desk.log.getByRole('link', { name: /Guests\.xlsx/ })).toBeVisible()
  await expect(desk.bubble('The entrance and the guests')).toBeVisible()

  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  const team = await openInbox(colleague, 'Dana Rowan')
  const picture = team.log.getByRole('img', { name: 'Entrance.png' })
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const downloading = colleague.waitForEvent('download')
  await team.log.getByRole('link', { name: /Guests\.xlsx/ }).click()
  expect((await downloading).suggestedFilename()).toBe('Guests.xlsx')
  const png = (await sample('png', 'Answer')).buffer.toString('base64')
  await team.field.evaluate((field, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, png)
  await expect(team.opened.getByRole('button', { name: 'Remove image.png' })).toBeVisible()
  await team.field.press('Enter')
  await expect(desk.log.getByRole('img', { name: 'image.png' })).toBeVisible()
})

test('an open dashboard shows what staff do and what is unread, in each tab, by one stream', async ({
  page,
  context,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    user: { firstName: 'Dana', lastName: 'Sorrel' },
  })
  await addMessages(portal, user, ['Hello'])
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/events?')) streams.push(request.url())
  })
  await signInAs(page, user)
  const listening = page.waitForRequest('**/api/events?*')
  await page.goto('/')
  await expect(page.getByText('No tasks assigned')).toBeVisible()
  await listening
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByText('No tasks assigned')).toBeVisible()

  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  const created = await colleague.request.post('/api/tasks', {
    data: {
      taskName: 'Send the photos',
      taskType: 'physical',
      dueDate: new Date(Date.now() + 86_400_000).toISOString(),
      partnerId: profile.id,
      status: 'pending',
    },
    headers: { origin: portal.url },
  })
  expect(created.status()).toBe(201)
  for (const tab of [page, other]) {
    await expect(tab.getByText('Send the photos').first()).toBeVisible()
  }
  expect(streams).toHaveLength(1)

  // The tab that listened goes: the other takes it over, and has missed nothing.
  await page.close()
  await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
  await expect(other.getByText('Hang the posters').first()).toBeVisible()
  const team = await openInbox(colleague, 'Dana Sorrel')
  await team.field.fill('Hello Dana')
  await colleague.keyboard.press('Enter')
  await expect(chat(other).launcher).toHaveAccessibleName('Open chat, 1 unread')
})
