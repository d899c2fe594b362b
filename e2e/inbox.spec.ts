import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { personName } from '#client/domain/person-name.ts'
import { chatConversations, chatNotes } from '#server/db/schema/chat.ts'
import { sendMessage as storeMessage } from '#server/features/chat/actions.ts'
import { createPartner, createSavedReply, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { addMessages, chat, newPartner, newSupport, openChat, openInbox, sendMessage } from './chat-steps.ts'
import { countClicks } from './count-clicks.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './input-methods.ts'
import { uniqueName } from './resource-steps.ts'

/** Everything that a page receives by sockets and by API responses. */
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

test('two members of staff share a conversation that is assigned, noted, closed and reopened by the partner', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal, 'Larch')
  const received = collectReceived(page)
  await signInAs(page, partner)
  await page.goto('/')
  const partnerChat = await openChat(page)
  const [sam, kim] = [
    await newSupport(portal),
    await createUser(portal, { role: 'support', firstName: 'Kim', lastName: 'Roe' }),
  ]
  const first = await openBrowser()
  await signInAs(first, sam)
  const team = await openInbox(first)

  // The conversation appears in the list by itself.
  await sendMessage(page, 'May we set up at seven?')
  await expect(team.row('Dana Larch')).toContainText('1 unread')
  await expect(team.row('Dana Larch')).toContainText('in the portal now')
  await team.row('Dana Larch').click()
  await expect(team.field).toBeFocused()
  await expect(partnerChat.log.getByText('Seen')).toBeVisible()
  await expect(team.log.getByText('New', { exact: true })).toBeVisible()
  await expect(team.opened.getByText('In the portal now')).toBeVisible()
  await expect(partnerChat.panel.getByText('The team is here')).toBeVisible()

  const second = await openBrowser()
  await signInAs(second, kim)
  const colleague = await openInbox(second, 'Dana Larch')
  await colleague.field.pressSequentially('I am')
  await expect(team.opened.getByText('Kim Roe is typing')).toBeVisible()
  await expect(partnerChat.panel.getByText('Partner Team is typing')).toBeVisible()
  await colleague.field.fill('')
  await expect(team.opened.getByText('Kim Roe is typing')).toHaveCount(0)
  await expect(partnerChat.panel.getByText('Partner Team is typing')).toHaveCount(0)
  await partnerChat.field.pressSequentially('Or eight')
  await expect(team.opened.getByText('Dana Larch is typing')).toBeVisible()
  await expect(team.row('Dana Larch')).toContainText('Typing...')

  await team.assign.selectOption({ label: 'You' })
  await expect(team.row('Dana Larch')).toContainText('assigned to You')
  await expect(team.assign).toHaveValue(sam.id)
  await expect(colleague.assign).toHaveValue(sam.id)
  await colleague.show.selectOption({ label: 'Assigned to me' })
  await expect(colleague.place.getByText('No conversations assigned to you')).toBeVisible()

  // An answer that was started does not become a note, nor a note an answer.
  await team.field.fill('half an answer')
  await team.writeNote.click()
  await expect(team.opened.getByText('Only the team sees this')).toBeVisible()
  await expect(team.note).toHaveValue('')
  await first.keyboard.type('canary-note: owes us a form')
  await first.keyboard.press('Enter')
  await first.keyboard.type('second line')
  await expect(partnerChat.panel.getByText('Partner Team is typing')).toHaveCount(0)
  await first.keyboard.press('ControlOrMeta+Enter')
  await expect(team.note).toHaveCount(0)
  await expect(team.field).toHaveValue('half an answer')
  // Typing on goes into a note again, not to the partner.
  await first.keyboard.type('and more')
  await expect(team.note).toHaveValue('more')
  await team.opened.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(team.field).toHaveValue('half an answer')
  await expect(colleague.log).toContainText('canary-note: owes us a form\nsecond line')
  await expect(colleague.log).toContainText('Note by Sam Vale')
  expect(await portal.db.$count(chatNotes, eq(chatNotes.conversationId, partner.id))).toBe(1)

  await team.close.click()
  await expect(team.reopen).toBeVisible()
  await expect(colleague.opened.getByText('Closed', { exact: true })).toBeVisible()
  // It keeps its place for a while, and is listed among the closed ones.
  await expect(team.rows.filter({ hasText: 'Dana Larch' })).toContainText('Undo')
  await team.show.selectOption({ label: 'Closed' })
  await expect(team.rows.filter({ hasText: 'Dana Larch' })).not.toContainText('Undo')
  await first.reload()
  await expect(team.show).toHaveValue('closed')
  await expect(team.bubble('May we set up at seven?')).toBeVisible()
  await expect(team.log).toContainText('canary-note')
  await expect(team.field).toHaveValue('half an answer')
  await sendMessage(page, 'Or at eight?')
  await expect(team.close).toBeVisible()
  await expect(team.row('Dana Larch')).toHaveCount(0)

  await page.reload()
  await openChat(page)
  await expect(chat(page).bubble('Or at eight?')).toBeVisible()
  expect(received.join('\n')).toContain('Or at eight?')
  expect(received.join('\n')).not.toContain('canary-note')
})

test('saved replies are managed in a dialog and inserted by typing a slash', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*saved-replies/)
  const partner = await newPartner(portal, 'Maple')
  await addMessages(portal, partner, ['Do you have posters?'])
  await createSavedReply(portal, { title: 'Maple hours', text: 'We are there from nine, {{first_name}}.' })
  await signInAs(page, await newSupport(portal))
  const team = await openInbox(page, 'Dana Maple')
  const replies = page.getByRole('dialog', { name: 'Saved replies' })

  await team.opened.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('button', { name: 'Manage' }).click()
  await replies.getByRole('button', { name: 'Add reply' }).click()
  const form = page.getByRole('dialog', { name: 'Add reply' })
  await form.getByLabel('Title').fill('Maple hours')
  await form.getByLabel('Text').fill('Hello {{name}}')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('{{name}} is not a placeholder.')).toBeVisible()
  await form.getByLabel('Text').fill('Hello {{first_name}} of {{business_name}}, we have.\n{{staff_name}}')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('A reply with this title already exists.')).toBeVisible()
  await expectNoAxeViolations(page, form)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await form.getByLabel('Title').fill('Maple posters')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expectNoAxeViolations(page, replies)
  await replies.getByRole('button', { name: 'Delete Maple hours' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(replies.getByText('Maple hours')).toHaveCount(0)
  await replies.getByRole('button', { name: 'Close' }).click()
  await expect(replies).toHaveCount(0)

  await team.field.focus()
  await page.keyboard.type('/')
  const search = page.getByRole('combobox', { name: 'Search saved replies' })
  await expect(search).toBeFocused()
  await page.keyboard.type('maple po')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Maple posters/])
  await expectNoAxeViolations(page, page.getByRole('dialog', { name: 'Saved replies' }))
  await page.keyboard.press('Enter')
  await expect(team.field).toBeFocused()
  await expect(team.field).toHaveValue(/^Hello Dana of .+, we have\.\nSam Vale$/)
  await page.keyboard.press('Enter')
  await expect(team.log.getByText('Sent')).toBeVisible()
  // Two slashes insert one.
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.press('/')
  await expect(team.field).toBeFocused()
  await expect(team.field).toHaveValue('/')
  await team.field.fill('')
  // As typed so fast that the picker has not taken the focus yet.
  const typeAtOnce = (letters: string[]) =>
    page.evaluate((typed) => {
      for (const letter of typed) document.execCommand('insertText', false, letter)
    }, letters)
  await typeAtOnce(['/', '/'])
  await expect(team.field).toHaveValue('/')
  await expect(team.field).toBeFocused()
  await expect(search).toHaveCount(0)
  await team.field.fill('')
  await page.keyboard.type('//')
  await expect(team.field).toHaveValue('/')
  await expect(team.field).toBeFocused()
  await team.field.fill('')
  await typeAtOnce(['/', 'm'])
  await expect(team.field).toHaveValue('/m')
  await expect(search).toHaveCount(0)
})

test('the list is filtered, searched and operated by the keyboard, and its state is in the address', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*conversations\/00000000/)
  const names = ['Ocotillo', 'Olive', 'Osage']
  for (const name of names)
    await addMessages(portal, await newPartner(portal, name), [`The ${name} hall in Walnutville`])
  const staff = await newSupport(portal)
  await signInAs(page, staff)
  const team = await openInbox(page)
  await tabTo(team.place.getByRole('searchbox'))
  await page.keyboard.type('walnutville')
  await expect(team.rows).toHaveCount(3)
  await expect(page).toHaveURL(/search=walnutville/)
  await page.reload()
  await expect(team.rows).toHaveCount(3)

  await tabTo(team.place.getByRole('checkbox', { name: 'Unread first' }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/order=unread/)
  await page.keyboard.press('Tab')
  const links = team.rows.getByRole('link')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.nth(2)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(2)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(team.field).toBeFocused()
  await expect(team.bubble('The Olive hall in Walnutville')).toBeVisible()
  await page.goBack()
  await expect(team.opened).toHaveCount(0)
  await expect(page).toHaveURL(/search=walnutville/)
  await team.place.getByRole('searchbox').fill('nobody is called that')
  await expect(team.place.getByText('No matching conversations')).toBeVisible()
  await team.place.getByRole('button', { name: 'Clear the search' }).last().click()
  await expect(team.rows.first()).toBeVisible()
  await page.goto('/admin?tab=inbox&conversation=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This conversation could not be loaded')).toBeVisible()
})

test('the summary describes the partner, and a phone shows one part at a time', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    user: { firstName: 'Dana', lastName: 'Pine' },
  })
  await addMessages(portal, user, ['Hello', 'Are you there?'])
  await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters in the hall' })
  await signInAs(page, await newSupport(portal))
  const team = await openInbox(page, 'Dana Pine')
  await expect(team.summary.getByText('Approved')).toBeVisible()
  await expect(team.summary.getByText('No sign-in yet')).toBeVisible()
  await expect(team.summary.getByText('Hang the posters in the hall')).toBeVisible()
  await team.summary.getByRole('link', { name: 'NDA', exact: true }).click()
  await page.getByRole('dialog', { name: 'NDA', exact: true }).getByRole('button', { name: 'Close' }).click()
  await team.summary.getByRole('link', { name: 'Hang the posters in the hall' }).click()
  const task = page.getByRole('dialog', { name: 'Hang the posters in the hall' })
  await task.getByRole('button', { name: 'Start' }).click()
  await expect(task.getByRole('button', { name: 'Start' })).toHaveCount(0)
  await task.getByRole('button', { name: 'Close' }).click()
  await expect(team.field).toBeVisible()
  await expect(team.summary.getByRole('link', { name: 'Open dashboard' })).toHaveAttribute(
    'href',
    `/?partner=${profile.id}`,
  )
  await team.opened.getByRole('link', { name: 'Dana Pine' }).click()
  await expect(page.getByRole('dialog', { name: profile.businessName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await team.writeNote.click()
  await page.keyboard.type('A note')
  await team.opened.getByRole('button', { name: 'Add note' }).click()
  await expect(team.log.getByText('Note by you')).toBeVisible()
  await team.writeNote.click()
  await expectNoAxeViolations(page, team.opened)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?tab=inbox&search=Pine')
  await team.row('Dana Pine').click()
  await expect(team.bubble('Are you there?')).toBeVisible()
  expect(await team.opened.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await expect(team.row('Dana Pine')).toBeHidden()
  await team.opened.getByRole('link', { name: 'Partner summary' }).click()
  await expect(team.summary.getByText('Approved')).toBeVisible()
  await team.summary.getByRole('button', { name: 'Back to the conversation' }).click()
  await expect(team.opened).toBeVisible()
  await team.opened.getByRole('button', { name: 'All conversations' }).click()
  await expect(team.row('Dana Pine')).toBeFocused()
})

test('a conversation that waits is answered from the home in two clicks', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal, { status: 'completed', onPaper: true })
  const message = uniqueName('May we set up earlier')
  await storeMessage(portal.deps, user as never, user.id, { message })
  // The longest waiting are listed, and other tests leave conversations that wait.
  await portal.db
    .update(chatConversations)
    .set({ waitingSince: new Date('2001-01-01T12:00:00Z') })
    .where(eq(chatConversations.userId, user.id))
  await signInAs(page, await newSupport(portal))
  await page.goto('/')
  const answerLink = page.getByRole('link', { name: `Answer ${personName(user)}` })
  const clicks = await countClicks(page)
  await answerLink.click()
  const conversation = page.getByRole('region', { name: /^Conversation with/ })
  await expect(conversation.getByText(message)).toBeVisible()
  await conversation.getByRole('textbox', { name: 'Message' }).fill('Yes, from eight.')
  await conversation.getByRole('button', { name: 'Send' }).click()
  await expect(conversation.getByText('Yes, from eight.')).toBeVisible()
  clicks.expectSome()
  clicks.expectAtMost(2)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await expect(answerLink).toHaveCount(0)
})
