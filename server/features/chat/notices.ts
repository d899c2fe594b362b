import type { Marks } from './data.ts'

type ChatEvent = 'message' | 'read'

/** Formats the notice of a change in a conversation: the event and the read marks, but never the text of a message. */
export const formatChatNotice = (event: ChatEvent, conversationId: string, marks: Marks) =>
  [event, conversationId, marks.lastSeq, marks.partnerReadSeq, marks.staffReadSeq].join(' ')

export const parseChatNotice = (notice: string) => {
  const [event = '', conversationId = '', ...numbers] = notice.split(' ')
  const [lastSeq = 0, partnerReadSeq = 0, staffReadSeq = 0] = numbers.map(Number)
  return { event: event as ChatEvent, conversationId, marks: { lastSeq, partnerReadSeq, staffReadSeq } }
}
