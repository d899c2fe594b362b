import { createPartner, createTask } from '#test/factories.ts'
import { addMessages, chat, newPartner, newSupport, openChat, openInbox, say } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'

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
  await expect(team.opened.getByText('Not in the chat now')).toBeVisible()

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
