import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { changeConversations, getConversation, listConversations } from '#contract/chat/inbox.ts'
import { deleteLabel, listLabels, renameLabel } from '#contract/chat/labels.ts'
import { addNote, listNotes } from '#contract/chat/notes.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { setOnline, startChatServer } from '#test/browser/chat-server.ts'
import { answerInbox, conversationOf, labelOf, inbox as parts } from '#test/browser/inbox.ts'
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
  await userEvent.keyboard('{Tab} ')
  await expect.poll(address).toMatch(/manager=me/)
  await userEvent.keyboard(' ')
  // The checkbox of a row comes before its link.
  await userEvent.keyboard('{Tab}{Tab}')
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

test('conversations are worked off by the keyboard: read one after the other, closed and snoozed', async () => {
  startChatServer(support, ['Hello'])
  const [first, second, third] = [
    conversationOf(),
    conversationOf({ firstName: 'Otto' }),
    conversationOf({ firstName: 'Nina' }),
  ]
  const state = answerInbox(first, second, third)
  await showPortal('/admin?tab=inbox', support)
  await expect.element(row('Paula')).toBeVisible()
  await userEvent.keyboard('j{Enter}')
  await expect.element(field).toHaveFocus()
  // In the text field, the keys are text; Escape leaves it.
  await userEvent.keyboard('j')
  await expect.element(field).toHaveValue('j')
  await userEvent.keyboard('{Escape}j')
  await expect.poll(address).toBe(`/admin?tab=inbox&conversation=${second.id}`)
  await expect.element(row('Otto')).toHaveFocus()
  await userEvent.keyboard('e')
  await expect.poll(() => state.sent).toEqual([[{ id: second.id, closed: true }]])
  await userEvent.keyboard('j')
  await expect.poll(address).toBe(`/admin?tab=inbox&conversation=${third.id}`)
  await userEvent.keyboard('s')
  const dialog = page.getByRole('dialog', { name: 'Snooze Nina Ortega' })
  await expectNoAxeViolations(dialog)
  await dialog.getByLabelText(/^Date/).fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect.element(dialog.getByText('Choose a time in the future')).toBeVisible()
  await dialog.getByLabelText(/^Date/).fill('2099-03-05')
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const snoozedUntil = new Date(2099, 2, 5, 9).toISOString()
  await expect.poll(() => state.sent.at(-1)).toEqual([{ id: third.id, snoozedUntil }])
  await place.getByRole('combobox', { name: 'Show' }).selectOptions('Snoozed')
  await expect.element(row('Nina')).toMatchTextContent('Snoozed until Mar 5, 2099')
})

test('several conversations are selected, labeled and snoozed together, which Undo takes back', async () => {
  startChatServer(support, ['Hello'])
  const [first, second] = [conversationOf(), conversationOf({ firstName: 'Otto' })]
  const state = answerInbox(first, second)
  await showPortal('/admin?tab=inbox', support)
  await place.getByRole('checkbox', { name: 'Select Paula Ortega' }).click()
  await userEvent.keyboard('jx')
  await expect.element(place.getByText('2 selected')).toBeVisible()
  await expectNoAxeViolations(place)
  await place.getByRole('button', { name: 'Label…' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels of 2 conversations' })
  await labels.getByRole('combobox', { name: 'Labels' }).fill('fest')
  await userEvent.keyboard('{Enter}')
  await labels.getByRole('combobox', { name: 'Labels' }).fill('Summer')
  await expect.element(labels.getByRole('option', { name: 'Create “Summer”' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(labels.getByRole('button', { name: 'Remove Summer' })).toBeVisible()
  await expectNoAxeViolations(labels)
  await labels.getByRole('button', { name: 'Save' }).click()
  await expect.element(row('Paula')).toMatchTextContent('labels: FestivalSummer')
  const change = { addLabels: ['Festival', 'Summer'], removeLabels: [] }
  expect(state.sent).toEqual([
    [
      { id: first.id, ...change },
      { id: second.id, ...change },
    ],
  ])
  await expect.element(page.getByText('2 conversations labeled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => state.sent[1])
    .toEqual([first, second].map(({ id }) => ({ id, removeLabels: change.addLabels })))

  // The selection is gone with the action.
  await expect.element(place.getByText('2 selected')).not.toBeInTheDocument()
  await place.getByRole('checkbox', { name: 'Select Otto Ortega' }).click()
  await place.getByRole('button', { name: 'Snooze…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomorrow morning/ })
    .click()
  await expect
    .poll(() => state.sent.at(-1))
    .toMatchObject([{ id: second.id, snoozedUntil: expect.any(String) }])
  await expect.element(rows.filter({ hasText: 'Otto' })).toMatchTextContent('Undo')
})

test('labels are renamed, and deleted when no conversation has them', async () => {
  startChatServer(support, ['Hello'])
  answerInbox(conversationOf())
  let labels = [labelOf('Festival', 2), labelOf('Old')]
  answer(listLabels, () => labels)
  answer(renameLabel, ({ params, body }) => {
    labels = labels.map((label) =>
      label.id === params.id ? { ...label, ...(body as { name: string }) } : label,
    )
    return labels.find(({ id }) => id === params.id) ?? labelOf('')
  })
  answer(deleteLabel, ({ params }) => {
    labels = labels.filter(({ id }) => id !== params.id)
    return undefined
  })
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await opened.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('button', { name: 'Manage labels' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage labels' })
  await expect.element(manage.getByText('2 conversations')).toBeVisible()
  await expect.element(manage.getByRole('button', { name: 'Delete Festival' })).not.toBeInTheDocument()
  await manage.getByRole('button', { name: 'Rename Festival' }).click()
  const form = page.getByRole('dialog', { name: 'Rename Festival' })
  await form.getByLabelText(/^Name/).fill('Festivals')
  await form.getByRole('button', { name: 'Rename' }).click()
  await expect.element(manage.getByRole('button', { name: 'Rename Festivals' })).toBeVisible()
  // The dialog that closes must be gone, or both dialogs have a header.
  await expect.element(form).not.toBeInTheDocument()
  await expectNoAxeViolations(manage)
  await manage.getByRole('button', { name: 'Delete Old' }).click()
  await expect.element(manage.getByRole('button', { name: 'Rename Old' })).not.toBeInTheDocument()
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
  answer(changeConversations, refusal('internal'))
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await opened.getByRole('button', { name: 'Close conversation' }).click()
  await expect.element(page.getByText(/^The conversation could not be changed/)).toBeVisible()
  await expect.element(opened.getByRole('button', { name: 'Close conversation' })).toBeVisible()
})
