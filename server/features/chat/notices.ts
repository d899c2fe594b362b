import type { Marks } from './data.ts'

type ChatEvent = 'message' | 'read'

/** The notice of a change in a conversation: its event and read marks, never the text of a message. */
export const formatChatNotice = (event: ChatEvent, conversationId: string, marks: Marks) =>
  [event, conversationId, marks.lastSeq, marks.partnerReadSeq, marks.staffReadSeq].join(' ')

export const parseChatNotice = (notice: string) => {
  const [event = '', conversationId = '', ...numbers] = notice.split(' ')
  const [lastSeq = 0, partnerReadSeq = 0, staffReadSeq = 0] = numbers.map(Number)
  return { event: event as ChatEvent, conversationId, marks: { lastSeq, partnerReadSeq, staffReadSeq } }
}

/** For staff: the assignee of a conversation, or whether it is closed, has changed. */
export const formatConversationNotice = (conversationId: string) => `changed ${conversationId}`

/** For staff: an internal note was added to a conversation. */
export const formatNoteNotice = (conversationId: string, seq: number) => `note ${conversationId} ${seq}`

export const parseInboxNotice = (notice: string) => {
  const [event = '', conversationId = '', seq = ''] = notice.split(' ')
  return event === 'note'
    ? ({ event, conversationId, seq: Number(seq) } as const)
    : ({ event: 'changed', conversationId } as const)
}
