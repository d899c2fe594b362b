import type { Marks } from './data.ts'

type Event = 'said' | 'read'

/** What the processes tell each other of a conversation: what happened, and how far it has come. Not a word of what was said. */
export const noticeOf = (event: Event, conversationId: string, marks: Marks) =>
  [event, conversationId, marks.lastSeq, marks.partnerReadSeq, marks.staffReadSeq].join(' ')

export const readNotice = (notice: string) => {
  const [event = '', conversationId = '', ...numbers] = notice.split(' ')
  const [lastSeq = 0, partnerReadSeq = 0, staffReadSeq = 0] = numbers.map(Number)
  return { event: event as Event, conversationId, marks: { lastSeq, partnerReadSeq, staffReadSeq } }
}

/** Who answers a conversation, or whether it is closed, has changed: for staff. */
export const changedNotice = (conversationId: string) => `changed ${conversationId}`

/** A note has been written beside it. */
export const noteNotice = (conversationId: string, seq: number) => `note ${conversationId} ${seq}`

export const readInboxNotice = (notice: string) => {
  const [event = '', conversationId = '', seq = ''] = notice.split(' ')
  return event === 'note'
    ? ({ event, conversationId, seq: Number(seq) } as const)
    : ({ event: 'changed', conversationId } as const)
}
