import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  type SaveReply,
} from '#contract/chat/saved-replies.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { startChatServer } from '#test/browser/chat-server.ts'
import { answerInbox, conversationOf, inbox } from '#test/browser/inbox.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'

const { opened, field, log } = inbox
const search = page.getByRole('combobox', { name: 'Search saved replies' })

/** Shows the conversation of a partner to staff who have one saved reply. */
const showConversation = async () => {
  let replies: SavedReply[] = []
  const add = ({ title, text }: SaveReply) => {
    const at = new Date().toISOString()
    const reply = { id: crypto.randomUUID(), title, text, createdAt: at, updatedAt: at }
    replies = [...replies, reply]
    return reply
  }
  add({ title: 'Hall hours', text: 'At {{business_name}} we are there from nine, {{first_name}}.' })
  answer(listSavedReplies, ({ query }) => {
    const words = query.get('search')?.toLowerCase() ?? ''
    const page = replies.filter(({ title }) => title.toLowerCase().includes(words))
    return { page, total: page.length }
  })
  answer(createSavedReply, ({ body }) => {
    const reply = body as SaveReply
    return replies.some(({ title }) => title === reply.title)
      ? refusal('conflict', 'A reply with this title already exists.', {
          title: 'A reply with this title already exists.',
        })
      : add(reply)
  })
  answer(deleteSavedReply, ({ params }) => {
    replies = replies.filter(({ id }) => id !== params.id)
    return undefined
  })
  const server = startChatServer(support, ['Do you have posters?'])
  answerInbox({ ...conversationOf(), businessName: null })
  await showPortal(`/admin?tab=inbox&conversation=${partner.id}`, support)
  await expect.element(log.getByText('Do you have posters?')).toBeVisible()
  return server
}

test('saved replies are added and deleted in a dialog, which says what is refused', async () => {
  await showConversation()
  await opened.getByRole('button', { name: 'Saved replies' }).click()
  await page.getByRole('button', { name: 'Manage' }).click()
  const replies = page.getByRole('dialog', { name: 'Saved replies' })
  await replies.getByRole('button', { name: 'Add reply' }).click()
  const form = page.getByRole('dialog', { name: 'Add reply' })
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByLabelText(/^Title/).fill('Hall hours')
  await form.getByLabelText(/^Text/).fill('Hello {{name}}')
  await save.click()
  await expect.element(form.getByText(/^{{name}} is not a placeholder\./)).toBeVisible()
  await form.getByLabelText(/^Text/).fill('Hello {{first_name}}')
  await save.click()
  await expect.element(form.getByText('A reply with this title already exists.')).toBeVisible()
  await expectNoAxeViolations(form)
  await form.getByLabelText(/^Title/).fill('Posters')
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(replies.getByRole('heading', { name: 'Posters' })).toBeVisible()
  await replies.getByRole('button', { name: 'Delete Hall hours' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(replies.getByText('Hall hours')).not.toBeInTheDocument()
  await expectNoAxeViolations(replies)
})

test('a slash opens the saved replies, which are filled in for the partner, and two slashes insert one slash', async () => {
  const server = await showConversation()
  await field.click()
  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  // Enter is pressed before the results arrive, as a fast typist does.
  await userEvent.keyboard('hall{Enter}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('At {{business_name}} we are there from nine, Paula.')
  // A detail that the portal does not know is selected, to be typed over.
  await userEvent.keyboard('the hall{Enter}')
  const message = 'At the hall we are there from nine, Paula.'
  await expect.poll(() => server.messages.at(-1)?.message).toBe(message)

  await userEvent.keyboard('/')
  await expect.element(search).toHaveFocus()
  await expectNoAxeViolations(page.getByRole('dialog', { name: 'Saved replies' }))
  await userEvent.keyboard('/')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('/')
  // The keys are pressed so fast that the picker does not have the focus yet.
  for (const [typed, text] of [
    ['//', '/'],
    ['/m', '/m'],
  ] as const) {
    await field.fill('')
    for (const letter of typed) document.execCommand('insertText', false, letter)
    await expect.element(field).toHaveValue(text)
    await expect.element(search).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
  }
})
