import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { countUnread } from '#contract/chat/frames.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { setOnline, startChatServer } from '#test/browser/chat-server.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { member, partner } from '#test/browser/people.ts'
import { answer, callsSoFar } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address } from '#test/browser/steps.ts'

const launcher = page.getByRole('button', { name: /^Open chat/ })
const panel = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
const log = panel.getByRole('log', { name: 'Messages' })
const field = panel.getByRole('textbox', { name: 'Message' })
const send = panel.getByRole('button', { name: 'Send', exact: true })
const close = panel.getByRole('button', { name: 'Close chat' })
const bubble = (text: string) => log.getByText(text, { exact: true })

const showChat = async () => {
  answerEmptyHome()
  await showPortal('/', partner)
  await launcher.click()
  await expect.element(log).toHaveAttribute('aria-busy', 'false')
}

const write = async (text: string) => {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

const boxOf = (part: Locator) => {
  const { x, y, width, height } = part.element().getBoundingClientRect()
  return { x, y, width, height }
}

test('a partner of several people shows who of the colleagues writes and types, and what is new for its reader', async () => {
  const server = startChatServer(partner, ['Is there a poster?'])
  const colleague = {
    isSupport: false,
    senderId: member.id,
    sender: { name: 'Mara Lind', profileImageUrl: null },
  }
  server.write({ message: 'In Spanish, please', ...colleague })
  await showChat()
  await expect.element(log.getByText('New', { exact: true })).toBeVisible()
  await expect.element(log.getByText('Mara Lind')).toBeVisible()
  // The reader's own message has no name to be seen.
  expect(log.getByText('Paula Ortega').elements()).toHaveLength(0)
  await expect
    .poll(() => server.sent)
    .toContainEqual({ type: 'chat_read', conversationId: partner.id, seq: 2 })
  const typing = { conversationId: partner.id, isSupport: false, personId: member.id, name: 'Mara Lind' }
  server.send({ type: 'typing', data: { ...typing, typing: true } })
  await expect.element(panel.getByText('Mara Lind is typing')).toBeVisible()
  server.write({ message: 'A large one', ...colleague })
  await expect.element(bubble('A large one')).toBeVisible()
  await expect.element(panel.getByText('Mara Lind is typing')).not.toBeInTheDocument()
  await expectNoAxeViolations(panel)
})

test('a partner writes to the team, and sees when the team is there, types, has read and replies', async () => {
  const server = startChatServer(partner)
  await showChat()
  await expect.element(panel.getByRole('heading')).toHaveTextContent('Partner Team')
  await expect.element(panel.getByText('Online now')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('   ')
  await expect.element(send).toBeDisabled()
  await field.fill('Is there a poster?')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await userEvent.keyboard('In Spanish: https://example.com/es, <b>please</b>{Enter}')
  await expect.element(field).toHaveValue('')
  const message = 'Is there a poster?\nIn Spanish: https://example.com/es, <b>please</b>'
  expect(server.messages.map((stored) => stored.message)).toEqual([message])
  expect(log.element().textContent).toContain(message)
  await expect.element(log.getByText('Today')).toBeVisible()
  await expect.element(log.getByText(/^\d{1,2}:\d{2} [AP]M · Sent$/)).toBeVisible()
  await expect.element(log.getByRole('link')).toHaveAttribute('href', 'https://example.com/es')
  await expect.element(log.getByRole('link')).toHaveAttribute('rel', expect.stringContaining('noopener'))

  const conversationId = partner.id
  server.send({ type: 'presence', data: { conversationId, present: true, replyBy: null, lastSeenAt: null } })
  await expect.element(panel.getByText(/The team is here/)).toBeVisible()
  const typing = { conversationId, isSupport: true, personId: null, name: 'Partner Team' }
  server.send({ type: 'typing', data: { ...typing, typing: true } })
  await expect.element(panel.getByText('Partner Team is typing')).toBeVisible()
  server.read()
  await expect.element(log.getByText(/Seen/)).toBeVisible()
  server.write('There is, from Monday.')
  await expect.element(bubble('There is, from Monday.')).toBeVisible()
  await expect.element(panel.getByText('Partner Team is typing')).not.toBeInTheDocument()
  await expect.poll(() => server.sent.at(-1)).toMatchObject({ type: 'chat_read', seq: 2 })
  await userEvent.keyboard('Wonder')
  await expect.poll(() => server.sent.at(-1)).toMatchObject({ type: 'typing', typing: true })
})

test('the launcher counts unread messages, and typed text survives closing the chat and going to another screen', async () => {
  startChatServer(partner, ['Hello'])
  answer(countUnread, { unread: 2 })
  answer(listResourceFolders, [])
  answerEmptyHome()
  await showPortal('/resources?category=training', partner)
  await expect.element(launcher).toHaveAccessibleName('Open chat 2 unread')
  await page.getByRole('button', { name: 'Start Chat' }).click()
  await expect.element(bubble('Hello')).toBeVisible()
  await field.fill('not sent yet')
  await close.click()
  await expect.element(launcher).toHaveFocus()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await page.getByRole('region', { name: 'Your contact' }).getByRole('button', { name: 'Message' }).click()
  await expect.element(field).toHaveValue('not sent yet')
})

test('a lost connection loses no message and repeats none, also when the chat is closed meanwhile', async () => {
  const server = startChatServer(partner, ['Before'])
  await showChat()
  setOnline(false)
  await expect.element(panel.getByText("You're offline", { exact: true })).toBeVisible()
  await write('From the train')
  await expect.element(log.getByText('Waiting for a connection')).toBeVisible()
  server.write('Meanwhile')
  setOnline(true)
  await expect.element(bubble('Meanwhile')).toBeVisible()
  await expect.element(log.getByText(/Sent/)).toBeVisible()
  expect(server.addresses.at(-1)).toBe('/ws?since=1')
  expect(server.messages.map(({ message }) => message)).toEqual(['Before', 'Meanwhile', 'From the train'])
  for (const { message } of server.messages) expect(bubble(message).elements()).toHaveLength(1)
  await expect.element(field).toHaveFocus()

  setOnline(false)
  await write('Sent later')
  await close.click()
  setOnline(true)
  await expect.poll(() => server.messages.at(-1)?.message).toBe('Sent later')
  await expect.poll(server.isConnected).toBe(false)
})

test('messages written offline are sent after a reload, with the chat closed', async () => {
  const server = startChatServer(partner)
  await showChat()
  setOnline(false)
  await write('From the train')
  await expect.element(log.getByText('Waiting for a connection')).toBeVisible()
  setOnline(true)
  await reloadPortal()
  await expect.poll(() => server.messages.map(({ message }) => message)).toEqual(['From the train'])
  await expect.element(panel).not.toBeInTheDocument()
})

test('Retry sends a failed message again, and the next connection sends unconfirmed messages, each once', async () => {
  const server = startChatServer(partner)
  await showChat()
  server.let('fails')
  await write('Only once')
  await expect.element(log.getByText(new RegExp(server.failure))).toBeVisible()
  server.let('arrives')
  await log.getByRole('button', { name: 'Retry' }).click()
  await expect.element(log.getByText(/Sent/)).toBeVisible()
  server.let('is lost')
  await write('On its way')
  await expect.element(log.getByText('Sending')).toBeVisible()
  server.let('arrives')
  server.cut()
  await expect.element(log.getByText(/Sending|Waiting/)).not.toBeInTheDocument()
  await expect.element(log.getByText(/Sent/)).toBeVisible()
  expect(server.messages.map(({ message }) => message)).toEqual(['Only once', 'On its way'])
  for (const { message } of server.messages) expect(bubble(message).elements()).toHaveLength(1)
})

test('when the server refuses the connection, the client checks whether the user is still signed in', async () => {
  const server = startChatServer(partner)
  await showChat()
  const before = callsSoFar().length
  server.cut(4401)
  await expect.poll(() => callsSoFar().slice(before)).toContain('GET /api/auth/user')
})

test('a long conversation loads older messages on scrolling up, and announces new ones below', async () => {
  const lines = Array.from({ length: 120 }, (_, index) => `Line ${index + 1}`)
  const server = startChatServer(partner, lines)
  await showChat()
  await expect.element(bubble('Line 120')).toBeInViewport()
  expect(bubble('Line 70').elements()).toEqual([])
  for (const [first, above] of [
    ['Line 21', 'Line 71'],
    ['Line 1', 'Line 21'],
  ] as const) {
    log.element().scrollTo({ top: 0 })
    await expect.element(bubble(first)).toBeInTheDocument()
    await expect.element(bubble(above)).toBeInViewport()
  }
  await expect.element(log.getByRole('button', { name: 'Earlier messages' })).not.toBeInTheDocument()
  log.element().scrollTo({ top: 0 })
  const button = panel.getByRole('button', { name: 'New messages' })
  server.write('News')
  await expect.element(button).toBeVisible()
  expect(server.sent.map(({ type }) => type)).not.toContain('chat_read')
  await button.click()
  await expect.element(bubble('News')).toBeInViewport()
  await expect.element(button).not.toBeInTheDocument()
  await expect.poll(() => server.sent.at(-1)).toMatchObject({ type: 'chat_read', seq: 121 })
})

test('a returning partner sees a line above the new messages, which are read at their end, and an automatic reply', async () => {
  const server = startChatServer(partner, ['From before'])
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`)
  // The messages are two minutes apart, so that they do not form one group, and follow the one from before also around midnight.
  for (const [index, message] of lines.entries())
    server.write({ message, createdAt: new Date(Date.now() + index * 120_000).toISOString() })
  await showChat()
  await expect.element(log.getByText('New', { exact: true })).toBeInViewport()
  await expect.element(bubble('Line 1')).toBeInViewport()
  await expect.element(bubble('Line 12')).not.toBeInViewport()
  expect(server.sent).toEqual([])
  log.element().scrollTo({ top: log.element().scrollHeight })
  await expect.poll(() => server.sent.at(-1)).toMatchObject({ type: 'chat_read', seq: 13 })
  await close.click()
  await launcher.click()
  await expect.element(bubble('Line 12')).toBeInViewport()
  await expect.element(log.getByText('New', { exact: true })).not.toBeInTheDocument()

  server.write({ message: 'The team is away right now.', kind: 'away', senderId: null })
  await expect.element(bubble('The team is away right now.')).toBeVisible()
  await expect.element(log.getByText(/^Automatic reply/)).toBeVisible()
})

test('the chat works by the keyboard alone, as a panel and as the whole screen of a phone', async () => {
  startChatServer(partner, ['Wonderful, thank you.'])
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  await page.viewport(1440, 800)
  const { container } = await showPortal('/', partner)
  // In index.html the page has this id; a panel that fills the screen of a phone hides all else in that element.
  container.id = 'root'
  const openByKeyboard = async () => {
    await tabTo(launcher)
    await userEvent.keyboard('{Enter}')
    await expect.element(bubble('Wonderful, thank you.')).toBeInTheDocument()
    await expect.element(field).toHaveFocus()
  }
  await openByKeyboard()
  await userEvent.keyboard('half a thought')
  await expectNoAxeViolations(panel)
  expect(boxOf(panel)).toMatchObject({ width: 320, height: 384 })
  await userEvent.keyboard('{Escape}')
  await expect.element(launcher).toHaveFocus()

  await page.viewport(390, 800)
  await openByKeyboard()
  expect(boxOf(panel)).toEqual({ x: 0, y: 0, width: 390, height: 800 })
  // The focus does not reach the page behind the panel.
  for (let stops = 0; stops < 8; stops += 1) {
    await userEvent.keyboard('{Tab}')
    const { activeElement, body } = document
    expect(activeElement === body || panel.element().contains(activeElement), activeElement?.outerHTML).toBe(
      true,
    )
  }
  field.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(launcher).toHaveFocus()
})

test('the link of an email opens the chat, once', async () => {
  startChatServer(partner)
  answerEmptyHome()
  await showPortal('/?chat=open', partner)
  await expect.element(panel).toBeVisible()
  await expect.poll(address).toBe('/')
  await close.click()
  await reloadPortal()
  await expect.element(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})
