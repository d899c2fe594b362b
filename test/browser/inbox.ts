import { page } from 'vitest/browser'
import {
  type ChatConversation,
  changeConversations,
  getConversation,
  listConversations,
  listResponsible,
  listTeam,
} from '#contract/chat/inbox.ts'
import { type ChatLabel, listLabels } from '#contract/chat/labels.ts'
import { addNote, type ChatNote, listNotes } from '#contract/chat/notes.ts'
import { getPartnerCard } from '#contract/chat/partner-card.ts'
import type { Sent } from '#contract/endpoint.ts'
import { partner, profile, support } from './people.ts'
import { answer } from './portal-responses.ts'
import { taskRow } from './task-rows.ts'

const place = page.getByRole('region', { name: 'Inbox', exact: true })
// A phone shows only these two parts.
const opened = page.getByRole('region', { name: /^Conversation/ })
const summary = page.getByRole('region', { name: 'Partner summary' })

/** The parts of the inbox. */
export const inbox = {
  place,
  rows: place.getByRole('list', { name: 'Conversations' }).getByRole('listitem'),
  row: (name: string) =>
    place.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(`^${name}`) }),
  opened,
  log: opened.getByRole('log', { name: 'Messages' }),
  field: opened.getByRole('textbox', { name: 'Message' }),
  note: opened.getByRole('textbox', { name: 'Note to the team' }),
  writeNote: opened.getByRole('button', { name: 'Note', exact: true }),
  summary,
}

/** An open conversation that has been read: the conversation of `partner` or, with another first name, of somebody else. */
export const conversationOf = ({ firstName = 'Paula' } = {}): ChatConversation => ({
  id: firstName === partner.firstName ? partner.id : crypto.randomUUID(),
  userId: partner.id,
  firstName,
  lastName: 'Ortega',
  email: partner.email,
  partnerId: profile.id,
  fullName: `${firstName} Ortega`,
  businessName: profile.businessName,
  lastMessage: { message: 'Hello', isSupport: false, createdAt: new Date().toISOString(), seq: 1 },
  unread: 0,
  assignedTo: null,
  closedAt: null,
  snoozedUntil: null,
  snoozedBy: null,
  returnedAt: null,
  labels: [],
  present: false,
  joinedPartner: null,
})

const { id, firstName, lastName, email } = support
const self = { id, firstName, lastName, email }

export const labelOf = (name: string, conversations = 0): ChatLabel => ({
  id: crypto.randomUUID(),
  name,
  conversations,
  updatedAt: new Date().toISOString(),
})

/** The filters that tests choose. */
const isListed = ({ closedAt, snoozedUntil }: ChatConversation, filter: string | null) => {
  if (filter === 'closed') return closedAt !== null
  return filter === 'snoozed' ? snoozedUntil !== null : closedAt === null && snoozedUntil === null
}

type Changes = Sent<typeof changeConversations, 'body'>['changes']

/** Answers as a server that stores these conversations and their notes; the first conversation is the open one. */
export const answerInbox = (...conversations: ChatConversation[]) => {
  let [first, ...others] = conversations
  const sent: Changes[] = []
  const notes: ChatNote[] = []
  const change = (fields: Partial<ChatConversation>) => {
    if (first) first = { ...first, ...fields }
  }
  answer(listTeam, [{ ...self, present: true, profileImageUrl: null }])
  answer(listResponsible, [{ ...self, standing: 'active' }])
  answer(listConversations, ({ query }) => {
    const all = first ? [first, ...others] : []
    const page = all.filter((row) => isListed(row, query.get('filter')))
    return { page, total: page.length }
  })
  answer(getConversation, () => first ?? conversationOf())
  answer(listLabels, () => [labelOf('Festival', 1)])
  answer(changeConversations, ({ body }) => {
    const { changes } = body as { changes: Changes }
    sent.push(changes)
    const changed = changes.map(({ id: changedId, closed, snoozedUntil, assignedTo, addLabels = [] }) => {
      const after = (row: ChatConversation): ChatConversation => ({
        ...row,
        ...(closed !== undefined && { closedAt: closed ? new Date().toISOString() : null }),
        ...(snoozedUntil !== undefined && { snoozedUntil, snoozedBy: snoozedUntil ? self : null }),
        ...(assignedTo !== undefined && { assignedTo: assignedTo ? self : null }),
        labels: [...row.labels, ...addLabels.map((name) => ({ id: crypto.randomUUID(), name }))],
      })
      if (first?.id === changedId) first = after(first)
      others = others.map((row) => (row.id === changedId ? after(row) : row))
      const before = {
        ...(closed !== undefined && { closed: !closed }),
        ...(snoozedUntil !== undefined && { snoozedUntil: null }),
        ...(addLabels.length > 0 && { removeLabels: addLabels }),
      }
      return { id: changedId, before }
    })
    return { changed }
  })
  answer(listNotes, () => ({ page: notes, total: notes.length }))
  answer(addNote, ({ params, body }) => {
    const note: ChatNote = {
      id: crypto.randomUUID(),
      conversationId: params.conversationId ?? '',
      author: self,
      note: (body as { note: string }).note,
      afterSeq: 1,
      seq: notes.length + 1,
      createdAt: new Date().toISOString(),
    }
    notes.unshift(note)
    return note
  })
  const { fullName, businessName, onboardingStatus, phoneNumber } = profile
  const { id: taskId, taskName, dueDate } = taskRow()
  answer(getPartnerCard, {
    partner: { id: profile.id, fullName, businessName, onboardingStatus, phoneNumber },
    agreements: [
      {
        id: crypto.randomUUID(),
        documentName: 'NDA',
        status: 'signed',
        signedAt: '2026-11-02T15:00:00.000Z',
        declinedAt: null,
        voidedAt: null,
        endsOn: null,
      },
    ],
    openTasks: [{ id: taskId, taskName, dueDate }],
    openTaskCount: 1,
    lastSignInAt: null,
  })
  return { notes, change, sent }
}
