import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getConversation, listTeam } from '#contract/chat/inbox.ts'
import { mentionOf } from '#contract/mentions.ts'
import {
  createPartnerNote,
  deletePartnerNote,
  listPartnerNotes,
  type PartnerNote,
  restorePartnerNote,
  updatePartnerNote,
} from '#contract/partners/notes.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getPartnerTimeline, type TimelineEntry } from '#contract/partners/timeline.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { adminPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address } from '#test/browser/steps.ts'

const at = '2026-11-20T15:00:00.000Z'
const partnerId = adminPartner.id
const colleagues = ['Ada', 'Adam'].map((firstName, index) => ({
  id: `77777777-7777-4777-8777-00000000000${index}`,
  ...{
    firstName,
    lastName: 'Moreno',
    email: `${firstName}@example.com`,
    present: false,
    profileImageUrl: null,
  },
}))
const [ada, adam] = colleagues.map(({ id, firstName, lastName }) => ({
  id,
  name: `${firstName} ${lastName}`,
}))
if (!ada || !adam) throw new Error('no colleagues')

const record = page.getByRole('dialog', {
  name: `${adminPartner.businessName} ${adminPartner.fullName}`,
})
const form = record.getByRole('form', { name: 'New note' })
const text = form.getByRole('textbox', { name: 'Note' })
const listed = record.getByRole('list', { name: 'timeline' })

/** Shows the record of a partner whose notes are stored as they are sent. */
const showRecord = async () => {
  const author = { id: support.id, name: `${support.firstName} ${support.lastName}` }
  let notes: PartnerNote[] = []
  const entryOf = (note: PartnerNote): TimelineEntry => ({
    ...{ id: note.id, kind: 'notes', at: note.happenedAt, text: '', actorName: null, subject: null },
    ...{ emailStatus: null, note },
  })
  const message: TimelineEntry = {
    ...{
      id: crypto.randomUUID(),
      kind: 'messages',
      at,
      text: 'Is the hall free?',
      actorName: 'Paula Ortega',
    },
    ...{ subject: null, emailStatus: null, note: null },
  }
  answerStaffHome()
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getPartner, adminPartner)
  answer(getConversation, refusal('not_found'))
  answer(listTeam, colleagues)
  answer(getPartnerTimeline, ({ query }) => {
    const all = [...notes.map(entryOf), message]
    const kept = all.filter(({ kind }) => !query.get('kind') || kind === query.get('kind'))
    return { page: kept, total: kept.length }
  })
  answer(createPartnerNote, ({ body }) => {
    const { kind, body: text } = body as PartnerNote
    const times = { happenedAt: at, createdAt: at, updatedAt: at, editedAt: null }
    const id = crypto.randomUUID()
    const note = { id, partnerId, author, kind, body: text, isPinned: false, mentions: [ada, adam], ...times }
    notes = [note, ...notes]
    return note
  })
  answer(updatePartnerNote, ({ body }) => {
    const { kind, body: text } = body as PartnerNote
    notes = notes.map((note) => ({ ...note, kind, body: text, editedAt: at }))
    return notes[0] as PartnerNote
  })
  answer(deletePartnerNote, ({ params }) => {
    const [gone] = notes.filter(({ id }) => id === params.id)
    notes = notes.filter(({ id }) => id !== params.id)
    answer(restorePartnerNote, () => {
      notes = gone ? [gone] : []
      return gone as PartnerNote
    })
    return undefined
  })
  await showPortal(`/admin?tab=partners&partner=${partnerId}`, support)
  await expect.element(listed.getByText('Is the hall free?')).toBeVisible()
  return { stored: () => notes }
}

test('a note mentions colleagues by id, is shown with their names, edited, deleted and restored', async () => {
  const { stored } = await showRecord()
  await text.click()
  await userEvent.keyboard('Ask @ad')
  const team = form.getByRole('listbox', { name: 'Team' })
  await expect
    .element(team.getByRole('option', { name: 'Ada Moreno' }))
    .toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(form)
  // Escape closes the list, and neither the record nor the typed text goes away.
  await userEvent.keyboard('{Escape}')
  await expect.element(team).not.toBeInTheDocument()
  await userEvent.keyboard('a{ArrowDown}{ArrowUp}{Enter}or @Adam Moreno')
  await expect.element(text).toHaveValue('Ask @Ada Moreno or @Adam Moreno')
  await userEvent.keyboard('{Escape}')
  await form.getByRole('button', { name: 'Add note' }).click()
  await expect.element(listed.getByRole('article')).toMatchTextContent(/Ask @Ada Moreno or/)
  expect(stored().map(({ kind, body }) => [kind, body])).toEqual([
    ['note', `Ask ${mentionOf(ada.id)} or ${mentionOf(adam.id)}`],
  ])
  // The next note begins in the empty field.
  await expect.element(text).toHaveValue('')
  await expect.element(text).toHaveFocus()

  const act = async (name: string) => {
    await listed.getByRole('button', { name: /^Actions for the note of/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Edit')
  const editing = page.getByRole('dialog', { name: 'Edit note' })
  await editing.getByRole('textbox', { name: 'Note' }).fill('Asked @Ada Moreno')
  await editing.getByLabelText('Kind').selectOptions('Call')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(listed.getByRole('article'))
    .toMatchTextContent(/Asked @Ada Moreno.*Call · .* · edited/)
  expect(stored()[0]).toMatchObject({ kind: 'call', body: `Asked ${mentionOf(ada.id)}` })

  await listed.getByRole('button', { name: /^Actions for the call of/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(listed.getByRole('article')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(listed.getByRole('article')).toBeVisible()
})

test('a refused note keeps its text, and the timeline is filtered by kind with the kind in the address', async () => {
  await showRecord()
  answer(
    createPartnerNote,
    refusal('bad_request', 'No', { body: 'A person whom you mention is no longer on the team.' }),
  )
  await text.fill('Ask @Ada Moreno')
  await form.getByRole('button', { name: 'Add note' }).click()
  await expect.element(form.getByText('A person whom you mention is no longer on the team.')).toBeVisible()
  await expect.element(text).toHaveValue('Ask @Ada Moreno')

  await record.getByRole('combobox', { name: 'Kind of entry' }).selectOptions('Emails')
  await expect.element(record.getByText('Nothing found')).toBeVisible()
  expect(address()).toContain('timeline=emails')
})

test('a link to a note shows it on top, marked, to whoever was mentioned', async () => {
  const id = crypto.randomUUID()
  await showRecord()
  answer(listPartnerNotes, ({ query }) => {
    const times = { happenedAt: at, createdAt: at, updatedAt: at, editedAt: null }
    const note: PartnerNote = {
      ...{ id, partnerId, author: ada, kind: 'meeting', body: 'See the hall', mentions: [], isPinned: false },
      ...times,
    }
    return query.get('note') === id ? { page: [note], total: 1 } : { page: [], total: 0 }
  })
  await showPortal(`/admin?tab=partners&partner=${partnerId}&note=${id}`, support)
  const top = record.getByRole('list', { name: 'Pinned notes' }).getByRole('article')
  await expect.element(top).toHaveAttribute('aria-current', 'true')
  await expect.element(top).toMatchTextContent(/See the hall.*Meeting · Ada Moreno/)
})
