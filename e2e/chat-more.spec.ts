import { createPartner, createTask } from '#test/factories.ts'
import { addMessages, chat, newSupport, openChat, openInbox, sendMessage } from './chat-steps.ts'
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

test('a returning partner sees a line above the new messages, and an automatic reply while the team is away; the team sees when the partner was last there', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const lastSeenAt = new Date(Date.now() - 7_200_000)
  const { user: partner } = await createPartner(portal, {
    status: 'completed',
    user: { firstName: 'Dana', lastName: 'Quince', lastSeenAt },
  })
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
  await expect(team.opened.getByText('Last seen 2 h ago')).toBeVisible()

  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)
  await expect(partnerChat.log.getByText('New', { exact: true })).toBeInViewport()
  await expect(partnerChat.bubble('Line 1')).toBeInViewport()
  // The rest is below, and is read when it becomes visible.
  await expect(partnerChat.bubble('Line 12')).not.toBeInViewport()
  await expect(team.log.getByText('Sent')).toBeVisible()
  await partnerChat.log.evaluate((log) => log.scrollTo({ top: log.scrollHeight }))
  await expect(team.log.getByText('Seen')).toBeVisible()
  await partnerChat.close.click()
  await openChat(page)
  await expect(partnerChat.bubble('Line 12')).toBeInViewport()
  await expect(partnerChat.log.getByText('New', { exact: true })).toHaveCount(0)

  const admin = await openBrowser()
  await signInAs(admin, 'admin@demo.test')
  const setHours = (hours: unknown) =>
    admin.request.put('/api/office-hours', { data: { hours }, headers: { origin: portal.url } })
  try {
    const set = await setHours({ timeZone: 'America/New_York', week: noHours, holidays: [] })
    expect(set.status()).toBe(200)
    await sendMessage(page, 'Is anybody there?')
    const away = 'Thank you for your message. The team is away right now and will reply when they are back.'
    await expect(partnerChat.bubble(away)).toBeVisible()
    await expect(partnerChat.log.getByText('Automatic reply')).toBeVisible()
    await expect(team.bubble(away)).toBeVisible()
    await partnerChat.close.click()
    await expect(team.opened.getByText('Last seen 1 min ago')).toBeVisible()
  } finally {
    await setHours(null)
  }
})

test('every tab of a dashboard shows changes by staff and unread messages, over one stream', async ({
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

  // When the tab with the stream closes, the other takes over and misses nothing.
  await page.close()
  await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
  await expect(other.getByText('Hang the posters').first()).toBeVisible()
  const team = await openInbox(colleague, 'Dana Sorrel')
  await team.field.fill('Hello Dana')
  await colleague.keyboard.press('Enter')
  await expect(chat(other).launcher).toHaveAccessibleName('Open chat 1 unread')
})

test('the link of an email opens the chat, once', async ({ page, portal, signInAs }) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const { panel, close } = chat(page)
  await signInAs(page, user)
  await page.goto('/?chat=open')
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/`)
  await close.click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})
