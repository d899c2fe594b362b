import { eq } from 'drizzle-orm'
import { chatMessages } from '#server/db/schema/chat.ts'
import { createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { addMessages, chat, newPartner, newSupport, openChat, sendMessage } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './input-methods.ts'
import type { Portal } from './portal.ts'

const countOf = ({ db }: Portal, message: string) =>
  db.$count(chatMessages, eq(chatMessages.message, message))

test('a partner and the team chat live, and each sees which messages the other has read', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal, 'Quill')
  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)
  await expect(partnerChat.panel.getByRole('heading')).toHaveText('Partner Team')
  await expect(partnerChat.status).toHaveText('Online now')
  await expect(partnerChat.field).toBeFocused()
  await expect(partnerChat.field).toHaveAttribute('placeholder', 'Type your message...')
  await expect(partnerChat.send).toBeDisabled()
  await partnerChat.field.fill('   ')
  await expect(partnerChat.send).toBeDisabled()

  await partnerChat.field.fill('Is there a poster?')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('In Spanish: https://example.com/es, <b>please</b>')
  await page.keyboard.press('Enter')
  await expect(partnerChat.field).toHaveValue('')
  await expect(partnerChat.log).toContainText(
    'Is there a poster?\nIn Spanish: https://example.com/es, <b>please</b>',
  )
  await expect(partnerChat.log.getByText('Sent')).toBeVisible()
  await expect(partnerChat.log.getByText(/^\d{1,2}:\d{2} [AP]M$/)).toBeVisible()
  await expect(partnerChat.log.getByText('Today')).toBeVisible()
  const link = partnerChat.log.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://example.com/es')
  await expect(link).toHaveAttribute('rel', /noopener/)

  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  await colleague.goto('/admin')
  await expect(chat(colleague).launcher).toHaveAccessibleName(/unread/)
  await chat(colleague).launcher.click()
  const row = chat(colleague).conversations.filter({ hasText: 'Dana Quill' })
  await expect(row).toContainText('1 unread')
  await chat(colleague).panel.getByRole('searchbox').fill('quill')
  await expect(chat(colleague).conversations).toHaveCount(1)
  await row.getByRole('button').click()
  const team = chat(colleague)
  await expect(team.panel.getByRole('heading')).toHaveText('Dana Quill')
  await expect(team.field).toBeFocused()
  await expect(partnerChat.log.getByText('Seen')).toBeVisible()

  await sendMessage(colleague, 'There is, from Monday.')
  await expect(partnerChat.bubble('There is, from Monday.')).toBeVisible()
  await expect(team.log.getByText('Seen')).toBeVisible()
  await sendMessage(page, 'Wonderful')
  await expect(team.bubble('Wonderful')).toBeVisible()

  await page.reload()
  const again = await openChat(page)
  await expect(again.log.getByText(/poster|Monday|Wonderful/)).toHaveText([
    /Is there a poster/,
    'There is, from Monday.',
    'Wonderful',
  ])
  await colleague.keyboard.press('Escape')
  await expect(team.panel).toHaveCount(0)
  await expect(team.launcher).toBeFocused()
})

test('the launcher counts messages received while the chat is closed, and opening reads them', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal, 'Ash')
  await addMessages(portal, partner, ['Hello'])
  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  await colleague.goto('/')
  await openChat(colleague, 'Dana Ash')
  await sendMessage(colleague, 'One')
  await sendMessage(colleague, 'Two')
  await expect(chat(colleague).log.getByText('Sent')).toBeVisible()

  await signInAs(page, partner)
  await page.goto('/resources?category=training')
  await expect(chat(page).launcher).toHaveAccessibleName('Open chat 2 unread')
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await expect(chat(page).bubble('Two')).toBeVisible()
  await expect(chat(colleague).log.getByText('Seen')).toBeVisible()
  await chat(page).field.fill('not sent yet')
  await chat(page).close.click()
  await expect(chat(page).launcher).toHaveAccessibleName('Open chat')
  await expect(chat(page).launcher).toBeFocused()
  await page.goto('/')
  await page.getByRole('region', { name: 'Your contact' }).getByRole('button', { name: 'Message' }).click()
  await expect(chat(page).field).toHaveValue('not sent yet')
})

test('a lost connection loses no message and repeats none, and without a network a tap fails in its own place', async ({
  page,
  context,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|could not be loaded|status of 401/)
  const partner = await newPartner(portal, 'Birch')
  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)
  await sendMessage(page, 'Before')
  await expect(partnerChat.log.getByText('Sent')).toBeVisible()
  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  await colleague.goto('/')
  await openChat(colleague, 'Dana Birch')

  await context.setOffline(true)
  await expect(partnerChat.status).toHaveText("You're offline")
  await expect(partnerChat.bubble('Before')).toBeVisible()
  await sendMessage(page, 'From the train')
  await expect(partnerChat.log).toContainText('Waiting for a connection')
  for (const text of ['Meanwhile one', 'Meanwhile two']) await sendMessage(colleague, text)
  await expect(chat(colleague).log.getByText('Sent')).toBeVisible()
  await context.setOffline(false)
  await expect(partnerChat.status).toHaveText('Online now')
  await expect(partnerChat.bubble('Meanwhile two')).toBeVisible()
  await expect(chat(colleague).bubble('From the train')).toBeVisible()
  for (const text of ['Before', 'Meanwhile one', 'Meanwhile two', 'From the train'])
    await expect(partnerChat.bubble(text)).toHaveCount(1)
  await expect(partnerChat.field).toBeFocused()
  await sendMessage(page, 'After')
  await expect(chat(colleague).bubble('After')).toBeVisible()

  // What is written is sent once the network is back, also when the chat is closed meanwhile.
  await context.setOffline(true)
  await expect(page.getByText("You're offline. This may be out of date.")).toBeVisible()
  await sendMessage(page, 'Sent later')
  await partnerChat.close.click()
  const links = page.getByRole('navigation', { name: 'Main', exact: true })
  await links.getByRole('link', { name: 'Resources' }).click()
  const failed = page.getByRole('main').getByText(/You're offline/)
  await expect(failed.first()).toBeVisible()
  await expect(links).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Partner Resources' })).toBeVisible()
  await expect(page.getByText(/You're offline/)).toHaveCount(0)
  // The chat is still closed.
  await expect(chat(colleague).bubble('Sent later')).toBeVisible()
  expect(await countOf(portal, 'Sent later')).toBe(1)

  // Who is signed out elsewhere is led to the sign-in.
  await openChat(page)
  await context.request.get(`${portal.url}/api/logout`)
  await page.waitForURL(/sign-in/)
})

test('Retry sends a failed message again, and what nobody has confirmed is sent by the next connection, once each', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await newPartner(portal, 'Cedar')
  await signInAs(page, partner)
  const failure = {
    type: 'chat_error',
    code: 'unavailable',
    message: 'The portal is not available at the moment.',
    retryAfter: 5,
  }
  /** What happens to the next message: it arrives, but the browser gets a failure; or it is lost on the way. */
  let next: 'fails' | 'is lost' | 'arrives' = 'fails'
  let hangUp: (() => Promise<void>) | undefined
  await page.routeWebSocket('**/ws*', (socket) => {
    const server = socket.connectToServer()
    hangUp = () => socket.close({ code: 1001 })
    let isDeaf = false
    socket.onMessage((sent) => {
      const { type, clientId } = JSON.parse(String(sent))
      if (type === 'chat' && next === 'is lost') return
      server.send(sent)
      if (type !== 'chat') return
      isDeaf = next === 'fails'
      if (!isDeaf) return
      next = 'arrives'
      socket.send(JSON.stringify({ ...failure, clientId }))
    })
    server.onMessage((answer) => {
      if (!isDeaf) socket.send(answer)
    })
  })
  await page.goto('/')
  const partnerChat = await openChat(page)
  await sendMessage(page, 'Only once')
  await expect(partnerChat.log.getByText(failure.message)).toBeVisible()
  await expect.poll(() => countOf(portal, 'Only once')).toBe(1)
  await partnerChat.log.getByRole('button', { name: 'Retry' }).click()
  await expect(partnerChat.log.getByText('Sent')).toBeVisible()
  await expect(partnerChat.bubble('Only once')).toHaveCount(1)
  expect(await countOf(portal, 'Only once')).toBe(1)

  next = 'is lost'
  await sendMessage(page, 'On its way')
  await expect(partnerChat.log.getByText('Sending')).toBeVisible()
  next = 'arrives'
  await hangUp?.()
  await expect.poll(() => countOf(portal, 'On its way')).toBe(1)
  await expect(partnerChat.log.getByText(/Sending|Waiting for a connection/)).toHaveCount(0)
  await expect(partnerChat.log.getByText('Sent')).toBeVisible()
  await expect(partnerChat.bubble('On its way')).toHaveCount(1)
  expect(await countOf(portal, 'On its way')).toBe(1)
})

test('a long conversation loads older messages on scrolling up, and announces new ones below', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal, 'Gorse')
  await addMessages(
    portal,
    partner,
    Array.from({ length: 120 }, (_, index) => `Line ${index + 1}`),
  )
  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)
  await expect(partnerChat.bubble('Line 120')).toBeInViewport()
  await expect(partnerChat.bubble('Line 70')).toHaveCount(0)
  const scrollUp = () => partnerChat.log.evaluate((log) => log.scrollTo({ top: 0 }))
  await scrollUp()
  await expect(partnerChat.bubble('Line 21')).toBeAttached()
  await expect(partnerChat.bubble('Line 71')).toBeInViewport()
  await scrollUp()
  await expect(partnerChat.bubble('Line 1')).toBeAttached()
  await scrollUp()
  await expect(partnerChat.log.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)

  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  await colleague.goto('/')
  await openChat(colleague, 'Dana Gorse')
  await sendMessage(colleague, 'News')
  const button = partnerChat.panel.getByRole('button', { name: 'New messages' })
  await button.click()
  await expect(partnerChat.bubble('News')).toBeInViewport()
  await expect(button).toHaveCount(0)
  await expect(chat(colleague).log.getByText('Seen')).toBeVisible()
})

test('the chat works by the keyboard alone, as a panel and as the whole screen of a phone', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/')
  const parts = chat(page)
  const openByKeyboard = async () => {
    await tabTo(parts.launcher)
    await page.keyboard.press('Enter')
    await expect(parts.bubble('Wonderful, thank you.')).toBeAttached()
    await expect(parts.field).toBeFocused()
  }
  await openByKeyboard()
  await page.keyboard.type('half a thought')
  await expectNoAxeViolations(page, parts.panel)
  const box = await parts.panel.boundingBox()
  expect([box?.width, box?.height]).toEqual([320, 384])
  await page.keyboard.press('Escape')
  await expect(parts.launcher).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await openByKeyboard()
  expect(await parts.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 })
  // The focus does not reach the page behind the panel.
  for (let stops = 0; stops < 8; stops += 1) {
    await page.keyboard.press('Tab')
    const isInside = await parts.panel.evaluate(
      (panel) => document.activeElement === document.body || panel.contains(document.activeElement),
    )
    expect(isInside).toBe(true)
  }
  await parts.field.focus()
  await page.keyboard.press('Escape')
  await expect(parts.launcher).toBeFocused()

  await signInAs(page, await createUser(portal, { role: 'support', firstName: 'Kim' }))
  await page.goto('/')
  await parts.launcher.click()
  await expect(parts.conversations.filter({ hasText: 'Paula Ortega' })).toBeVisible()
  await expectNoAxeViolations(page, parts.panel)
})
