import { page } from 'vitest/browser'
import {
  type ChatConversation,
  changeConversation,
  getConversation,
  listConversations,
  listResponsible,
  listTeam,
} from '#contract/chat/inbox.ts'
import { addNote, type ChatNote, listNotes } from '#contract/chat/notes.ts'
import { getPartnerCard } from '#contract/chat/partner-card.ts'
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

/** Answers as a server that stores these conversations and their notes; the first conversation is the open one. */
export const answerInbox = (...conversations: ChatConversation[]) => {
  let [first, ...others] = conversations
  const notes: ChatNote[] = []
  const change = (fields: Partial<ChatConversation>) => {
    if (first) first = { ...first, ...fields }
  }
  answer(listTeam, [{ ...self, present: true }])
  answer(listResponsible, [{ ...self, standing: 'active' }])
  answer(listConversations, ({ query }) => {
    const all = first ? [first, ...others] : []
    const page = all.filter(({ closedAt }) => (query.get('filter') === 'closed') === (closedAt !== null))
    return { page, total: page.length }
  })
  answer(getConversation, () => first ?? conversationOf())
  answer(changeConversation, ({ body }) => {
    const { closed, assignedTo } = body as { closed?: boolean; assignedTo?: string | null }
    if (closed !== undefined) change({ closedAt: closed ? new Date().toISOString() : null })
    if (assignedTo !== undefined) change({ assignedTo: assignedTo ? self : null })
    return first ?? conversationOf()
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
  return { notes, change }
}
