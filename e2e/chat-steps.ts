import { expect, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { chatConversations, chatMessages, chatReads } from '#server/db/schema/chat.ts'
import { createPartner, createUser } from '#test/factories.ts'
import type { Portal } from './portal.ts'
import type { SampleFile } from './sample-files.ts'

export const newPartner = async (portal: Portal, lastName: string) =>
  (await createPartner(portal, { status: 'completed', user: { firstName: 'Dana', lastName } })).user
export const newSupport = (portal: Portal) =>
  createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Vale' })

/** Stores earlier messages of a user, given from the oldest to the newest. */
export const addMessages = async (portal: Portal, user: { id: string }, messages: string[]) => {
  const [read, conversationId] = [messages.length, user.id]
  await portal.db
    .update(chatConversations)
    .set({ lastSeq: read, partnerReadSeq: read, staffReadSeq: read })
    .where(eq(chatConversations.id, conversationId))
  await portal.db.insert(chatReads).values({ conversationId, userId: user.id, readSeq: read })
  const begin = Date.now() - messages.length * 120_000
  await portal.db.insert(chatMessages).values(
    messages.map((message, index) => ({
      conversationId,
      senderId: user.id,
      message,
      seq: index + 1,
      createdAt: new Date(begin + index * 120_000),
    })),
  )
}

/** The parts of the chat. */
const chat = (page: Page) => {
  const panel = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
  const log = panel.getByRole('log', { name: 'Messages' })
  return {
    launcher: page.getByRole('button', { name: /^Open chat/ }),
    panel,
    log,
    field: panel.getByRole('textbox', { name: 'Message' }),
    send: panel.getByRole('button', { name: 'Send', exact: true }),
    close: panel.getByRole('button', { name: 'Close chat' }),
    status: panel.getByRole('status').first(),
    conversations: panel.getByRole('list', { name: 'Conversations' }).getByRole('listitem'),
    /** A message by its whole text. */
    bubble: (text: string) => log.getByText(text, { exact: true }),
  }
}

/** Opens the chat and waits until its messages are visible. For staff, opens the conversation with a partner. */
export const openChat = async (page: Page, partner?: string) => {
  const parts = chat(page)
  await parts.launcher.click()
  if (partner) await parts.conversations.filter({ hasText: partner }).getByRole('button').click()
  await parts.log.and(page.locator('[aria-busy=false]')).waitFor()
  return parts
}

export const sendMessage = async (page: Page, text: string) => {
  await chat(page).field.fill(text)
  await page.keyboard.press('Enter')
}

/** The parts of the inbox. */
const inbox = (page: Page) => {
  const place = page.getByRole('region', { name: 'Inbox' })
  // A phone shows only these two parts.
  const opened = page.getByRole('region', { name: /^Conversation/ })
  const summary = page.getByRole('region', { name: 'Partner summary' })
  const log = opened.getByRole('log', { name: 'Messages' })
  return {
    place,
    rows: place.getByRole('list', { name: 'Conversations' }).getByRole('listitem'),
    row: (name: string) => place.getByRole('list', { name: 'Conversations' }).getByRole('link', { name }),
    show: place.getByRole('combobox', { name: 'Show' }),
    opened,
    log,
    field: opened.getByRole('textbox', { name: 'Message' }),
    note: opened.getByRole('textbox', { name: 'Note to the team' }),
    writeNote: opened.getByRole('button', { name: 'Note', exact: true }),
    assign: opened.getByRole('combobox', { name: 'Assigned to' }),
    close: opened.getByRole('button', { name: 'Close conversation' }),
    reopen: opened.getByRole('button', { name: 'Reopen conversation' }),
    summary,
    bubble: (text: string) => log.getByText(text, { exact: true }),
  }
}

/** Opens the inbox and the conversation with a partner, and waits until its messages are visible. */
export const openInbox = async (page: Page, partner?: string, query = '') => {
  await page.goto(`/admin?tab=inbox${query}`)
  const parts = inbox(page)
  if (partner) {
    await parts.row(partner).click()
    await parts.log.and(page.locator('[aria-busy=false]')).waitFor()
  }
  return parts
}

/** The files that are attached to the next message. */
export const attachments = (place: Locator) =>
  place.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

/** Expects the address of a message's file to respond with the bytes of this file. */
export const expectBytes = async (page: Page, address: string | null, { name, buffer }: SampleFile) => {
  const response = await page.request.get(address ?? '')
  expect(response.status(), name).toBe(200)
  expect((await response.body()).equals(buffer), `the bytes of ${name}`).toBe(true)
}

/** Returns the address that a click on a file of a message opens. */
export const addressOf = (log: Locator, name: string) => log.getByRole('link', { name }).getAttribute('href')
