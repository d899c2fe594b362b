import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { changeConversation, getConversation, listConversations } from '#contract/chat/inbox.ts'
import { addNote, listNotes } from '#contract/chat/notes.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { setOnline, startChatServer } from '#test/browser/chat-server.ts'
import { answerInbox, conversationOf, inbox as parts } from '#test/browser/inbox.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { member, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address } from '#test/browser/steps.ts'

const { row, rows, opened, field, note, writeNote, log, place, summary } = parts

test('the team shares a conversation: it is assigned, noted, closed, and reopened by the partner', async () => {
  const server = startChatServer(support, ['May we set up at seven?'])
  const state = answerInbox(conversationOf(), conversationOf({ firstName: 'Other' }))
  await showPortal('/admin?tab=inbox', support)
  await row('Paula Ortega').click()
  await expect.element(field).toHaveFocus()
  const conversationId = partner.id
  server.send({ type: 'presence', data: { conversationId, present: true, replyBy: null, lastSeenAt: null } })
  await expect.element(opened.getByText('In the portal now')).toBeVisible()
  const typing = { conversationId, isSupport: false, personId: partner.id, name: 'Paula Ortega' }
  server.send({ type: 'typing', data: { ...typing, typing: true } })
  await expect.element(opened.getByText('Paula Ortega is typing')).toBeVisible()
  await expect.element(row('Paula Ortega')).toMatchTextContent('Typing...')

  await opened.getByRole('combobox', { name: 'Assigned to' }).selectOptions('You')
  await expect.element(row('Paula Ortega')).toMatchTextContent(', assigned to You')

  // A reply that was begun does not become a note, and a note does not become a reply.
  await field.fill('half an answer')
  await writeNote.click()
  await expect.element(opened.getByText('Only the team sees this')).toBeVisible()
  await expect.element(note).toHaveValue('')
  await userEvent.keyboard('owes us a form{Enter}second line')
  expect(state.notes).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(note).not.toBeInTheDocument()
  expect(state.notes).toMatchObject([{ note: 'owes us a form\nsecond line' }])
  await expect.element(field).toHaveValue('half an answer')
  await expect.element(log.getByText('Note by you')).toBeVisible()
  // More typed text goes into a note again, not to the partner.
  await userEvent.keyboard('and more')
  await expect.element(note).toHaveValue('more')
  await expectNoAxeViolations(opened)
  await opened.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect.element(field).toHaveValue('half an answer')
  expect(server.sent.filter(({ type }) => type === 'chat')).toEqual([])

  await opened.getByRole('button', { name: 'Close conversation' }).click()
  await expect.element(opened.getByRole('button', { name: 'Reopen conversation' })).toBeVisible()
  await expect.element(opened.getByText('Closed', { exact: true })).toBeVisible()
  // The closed conversation stays in the list for a while, and is also listed among the closed ones.
  await expect.element(rows.filter({ hasText: 'Paula Ortega' })).toMatchTextContent('Undo')
  await place.getByRole('combobox', { name: 'Show' }).selectOptions('Closed')
  await expect.element(rows.filter({ hasText: 'Paula Ortega' })).not.toMatchTextContent('Undo')
  state.change({ closedAt: null })
  await queryClient.invalidateQueries()
  await expect.element(opened.getByRole('button', { name: 'Close conversation' })).toBeVisible()
})

test('staff see the names of the people of a partner once somebody other than the owner has written', async () => {
  const server = startChatServer(support, ['Hello'])
  answerInbox(conversationOf())
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await expect.element(log.getByText('Hello')).toBeVisible()
  const names = () => log.element().querySelectorAll('[data-initials]').length
  expect(names()).toBe(0)
  const sender = { name: 'Mara Lind', profileImageUrl: null }
  server.write({ message: 'From the member', isSupport: false, senderId: member.id, sender })
  await expect.element(log.getByText('Mara Lind')).toBeVisible()
  await expect.element(log.getByText('Paula Ortega')).toBeVisible()
  expect(names()).toBe(2)
})

test('the conversation of a person who has joined a partner leads to that of the partner', async () => {
  startChatServer(support, ['Hello'])
  const conversationId = crypto.randomUUID()
  const joinedPartner = { conversationId, businessName: 'Adler Arena' }
  answerInbox({ ...conversationOf(), joinedPartner })
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await expect.element(log.getByText('Hello')).toBeVisible()
  await expect.element(opened.getByText('This person now belongs to Adler Arena. Write there.')).toBeVisible()
  const links = opened.getByRole('link', { name: 'Adler Arena' })
  expect(links.elements()).toHaveLength(2)
  await expect
    .element(links.first())
    .toHaveAttribute('href', `/admin?tab=inbox&conversation=${conversationId}`)
  await expect.element(field).not.toBeInTheDocument()
})

test('a note that fails to be saved stays in its field', async () => {
  startChatServer(support, ['Hello'])
  answerInbox(conversationOf())
  answer(addNote, refusal('internal'))
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await writeNote.click()
  await userEvent.keyboard('A note')
  await opened.getByRole('button', { name: 'Add note' }).click()
  await expect.element(page.getByText('The note could not be saved. Your text is still here.')).toBeVisible()
  await expect.element(note).toHaveValue('A note')
})

test('after a lost connection the conversation of the partner continues where it was', async () => {
  const server = startChatServer(support, ['Hello'])
  answerInbox(conversationOf())
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await expect.element(log.getByText('Hello')).toBeVisible()
  setOnline(false)
  server.write('Meanwhile')
  await field.fill('From the road')
  await userEvent.keyboard('{Enter}')
  setOnline(true)
  await expect.element(log.getByText('Meanwhile')).toBeVisible()
  await expect.element(log.getByText(/Sent/)).toBeVisible()
  expect(server.sent).toContainEqual({ type: 'chat_open', conversationId: partner.id, since: 1 })
  expect(server.messages.map(({ message }) => message)).toEqual(['Hello', 'Meanwhile', 'From the road'])
})

test('the list is filtered, searched and operated by the keyboard, and its state is in the address', async () => {
  startChatServer(support, ['The hall in Walnutville'])
  const names = ['Ocotillo', 'Paula', 'Osage']
  answerInbox(...names.map((firstName, index) => conversationOf(index === 1 ? {} : { firstName })))
  await showPortal('/admin?tab=inbox', support)
  const queries: string[] = []
  const all = names.map((firstName, index) => conversationOf(index === 1 ? {} : { firstName }))
  answer(listConversations, ({ query }) => {
    queries.push(`${query.get('search')} ${query.get('order')} ${query.get('filter')}`)
    const page = query.get('search') === 'walnutville' || !query.get('search') ? all : []
    return { page, total: page.length }
  })
  await tabTo(place.getByRole('searchbox'))
  await userEvent.keyboard('walnutville')
  await expect.poll(() => queries.at(-1)).toBe('walnutville newest open')
  await expect.poll(address).toBe('/admin?tab=inbox&search=walnutville')
  await tabTo(place.getByRole('checkbox', { name: 'Unread first' }))
  await userEvent.keyboard(' ')
  await expect.poll(() => queries.at(-1)).toBe('walnutville unread open')
  await expect.poll(address).toMatch(/order=unread/)
  await userEvent.keyboard('{Tab}')
  const links = rows.getByRole('link')
  await expect.element(links.nth(0)).toHaveFocus()
  for (const [key, index] of [
    ['{End}', 2],
    ['{ArrowDown}', 2],
    ['{Home}', 0],
    ['{ArrowUp}', 0],
    ['{ArrowDown}', 1],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(links.nth(index)).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  history.back()
  await expect.element(opened).not.toBeInTheDocument()
  expect(address()).toMatch(/search=walnutville/)
  await place.getByRole('searchbox').fill('nobody is called that')
  await expect.element(place.getByText('No matching conversations')).toBeVisible()
  await place.getByRole('button', { name: 'Clear the search' }).last().click()
  await expect.element(rows.first()).toBeVisible()
  await place.getByRole('combobox', { name: 'Show' }).selectOptions('Assigned to me')
  await expect.poll(() => queries.at(-1)).toBe('null unread mine')
})

test('a conversation that does not exist says so', async () => {
  startChatServer(support)
  answerInbox()
  answer(getConversation, refusal('not_found'))
  answer(listNotes, refusal('not_found'))
  await showPortal('/admin?tab=inbox&conversation=00000000-0000-4000-8000-000000000000', support)
  await expect.element(page.getByText('This conversation could not be loaded')).toBeVisible()
})

test('the summary describes the partner and opens what it names, and a phone shows one part at a time', async () => {
  startChatServer(support, ['Are you there?'])
  answerInbox(conversationOf())
  await showPortal('/admin?tab=inbox', support)
  await row('Paula Ortega').click()
  for (const text of ['Approved', 'No sign-in yet'])
    await expect.element(summary.getByText(text)).toBeVisible()
  for (const [name, opens] of [
    ['Open dashboard', /^\/\?partner=/],
    ['Hang the posters', /[?&]task=/],
    ['NDA', /[?&]agreement=/],
    ['Paula Ortega', /[?&]partner=/],
  ] as const)
    await expect
      .element(summary.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', expect.stringMatching(opens))

  await page.viewport(390, 844)
  const { x, y, width, height } = opened.element().getBoundingClientRect()
  expect([x, y, width, height]).toEqual([0, 0, 390, 844])
  await expect.element(row('Paula Ortega')).not.toBeInTheDocument()
  await opened.getByRole('link', { name: 'Partner summary' }).click()
  await expect.element(summary.getByText('Approved')).toBeVisible()
  await summary.getByRole('button', { name: 'Back to the conversation' }).click()
  await opened.getByRole('button', { name: 'All conversations' }).click()
  await expect.element(row('Paula Ortega')).toHaveFocus()
})

test('a change that fails leaves the conversation as it was', async () => {
  startChatServer(support, ['Hello'])
  answerInbox(conversationOf())
  answer(changeConversation, refusal('internal'))
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await opened.getByRole('button', { name: 'Close conversation' }).click()
  await expect.element(page.getByText(/^The conversation could not be changed/)).toBeVisible()
  await expect.element(opened.getByRole('button', { name: 'Close conversation' })).toBeVisible()
})
