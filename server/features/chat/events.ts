import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

/** A conversation, which has the name of the partner's owner, or of its user. */
type Conversation = Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName' | 'fullName'>

const conversationEvent = eventsAbout<{ conversation: Conversation }>({
  subject: ({ conversation }) => ({ id: conversation.id, name: nameOf(conversation) }),
})

export const conversationAssigned = conversationEvent('conversation.assigned')
export const conversationClosed = conversationEvent('conversation.closed')
export const conversationReopened = conversationEvent('conversation.reopened')
export const conversationSnoozed = conversationEvent('conversation.snoozed')
export const conversationUnsnoozed = conversationEvent('conversation.unsnoozed')
export const conversationLabeled = conversationEvent('conversation.labeled')

/** An internal note was added. The text of the note is not in the event. */
export const conversationNoteAdded = conversationEvent('conversation.note_added')

const labelEvent = eventsAbout<{ label: { id: string; name: string } }>({ subject: ({ label }) => label })

export const labelRenamed = labelEvent('chat_label.renamed')
export const labelDeleted = labelEvent('chat_label.deleted')

const savedReplyEvent = eventsAbout<{ reply: { id: string; title: string } }>({
  subject: ({ reply }) => ({ id: reply.id, name: reply.title }),
})

export const savedReplyCreated = savedReplyEvent('saved_reply.created')
export const savedReplyChanged = savedReplyEvent('saved_reply.changed')
export const savedReplyDeleted = savedReplyEvent('saved_reply.deleted')

const officeHoursEvent = eventsAbout<unknown>({ subject: () => ({ id: null, name: 'Office hours' }) })

export const officeHoursChanged = officeHoursEvent('office_hours.changed')
