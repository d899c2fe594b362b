import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { newPartner, newSupport, openChat, openInbox, sendMessage } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'

/** Collects everything that a page receives over sockets and in API responses. */
const collectReceived = (page: Page) => {
  const received: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  )
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) received.push(await response.text().catch(() => ''))
  })
  return received
}

// The tests in client/features/chat/ prove what each side displays.
test('a partner and the team chat live, a note reaches the team alone, and a lost connection loses no message', async ({
  page,
  context,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|could not be loaded|status of 401/)
  const partner = await newPartner(portal, 'Larch')
  const colleague = await openBrowser()
  await signInAs(colleague, await newSupport(portal))
  const team = await openInbox(colleague)
  const received = collectReceived(page)
  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)

  // The conversation appears in the list by itself.
  await sendMessage(page, 'May we set up at seven?')
  await expect(team.row('Dana Larch')).toContainText('1 unread')
  await team.row('Dana Larch').click()
  await expect(team.field).toBeFocused()
  await expect(partnerChat.log.getByText('Seen')).toBeVisible()
  await expect(partnerChat.panel.getByText('The team is here')).toBeVisible()
  await expect(team.opened.getByText('In the portal now')).toBeVisible()
  await team.field.pressSequentially('Yes')
  await expect(partnerChat.panel.getByText('Partner Team is typing')).toBeVisible()
  await partnerChat.field.pressSequentially('Or')
  await expect(team.opened.getByText('Dana Larch is typing')).toBeVisible()

  await team.writeNote.click()
  await colleague.keyboard.type('canary-note: owes us a form')
  await colleague.keyboard.press('ControlOrMeta+Enter')
  await expect(team.log).toContainText('canary-note: owes us a form')
  expect(await portal.db.$count(chatNotes, eq(chatNotes.conversationId, partner.id))).toBe(1)
  await team.close.click()
  await expect(team.reopen).toBeVisible()

  await context.setOffline(true)
  await expect(partnerChat.status).toHaveText("You're offline")
  await sendMessage(page, 'From the train')
  await expect(partnerChat.log).toContainText('Waiting for a connection')
  await partnerChat.close.click()
  await team.opened.getByRole('button', { name: 'Reply', exact: true }).click()
  await team.field.fill('Meanwhile')
  await colleague.keyboard.press('Enter')
  await expect(team.log.getByText('Sent')).toBeVisible()
  const links = page.getByRole('navigation', { name: 'Main', exact: true })
  await links.getByRole('link', { name: 'Resources' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/You're offline/)
      .first(),
  ).toBeVisible()
  await context.setOffline(false)
  // The chat is still closed, and the message reopens the conversation.
  await expect(team.bubble('From the train')).toBeVisible()
  await expect(team.close).toBeVisible()
  expect(await portal.db.$count(chatMessages, eq(chatMessages.message, 'From the train'))).toBe(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Partner Resources' })).toBeVisible()
  await expect(page.getByText(/You're offline/)).toHaveCount(0)
  await openChat(page)
  for (const text of ['May we set up at seven?', 'Meanwhile', 'From the train'])
    await expect(partnerChat.bubble(text)).toHaveCount(1)
  expect(received.join('\n')).toContain('Meanwhile')
  expect(received.join('\n')).not.toContain('canary-note')

  // A user who signs out elsewhere is redirected to the sign-in.
  await context.request.get(`${portal.url}/api/logout`)
  await page.waitForURL(/sign-in/)
})
