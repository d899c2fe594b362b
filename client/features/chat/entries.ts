import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import type { SeqRange } from './messages.ts'

/** What stands in a conversation: something said, or what staff have noted between. */
export type Entry = {
  key: string
  /** What the same sender says within a minute stands together. */
  senderId: string
  createdAt: string
  /** Here begins what had not been read. */
  isFirstNew: boolean
} & ({ message: ChatMessage; note: null } | { message: null; note: ChatNote })

const entryOfMessage = (message: ChatMessage, isFirstNew: boolean): Entry => ({
  key: `message ${message.seq}`,
  senderId: message.senderId ?? `nobody ${message.seq}`,
  createdAt: message.createdAt,
  isFirstNew,
  message,
  note: null,
})

const entryOfNote = (note: ChatNote): Entry => ({
  key: `note ${note.id}`,
  senderId: `note ${note.id}`,
  createdAt: note.createdAt,
  isFirstNew: false,
  message: null,
  note,
})

/**
 * Messages and notes in their order. A note whose place lies before the first message that has come waits until that has.
 * @param notes in any order
 * @param unread what had not been read of the other side when the conversation was opened
 */
export const entriesOf = (
  messages: readonly ChatMessage[],
  notes: readonly ChatNote[],
  unread: SeqRange | null,
  isStaff: boolean,
): Entry[] => {
  const firstNew = messages.find(
    ({ seq, isSupport }) => unread && seq >= unread.first && seq <= unread.last && isSupport !== isStaff,
  )
  const byPlace = Map.groupBy(
    notes.toSorted((one, other) => one.seq - other.seq),
    ({ afterSeq }) => afterSeq,
  )
  const notesAfter = (seq: number) => (byPlace.get(seq) ?? []).map(entryOfNote)
  const beginsWithFirst = (messages[0]?.seq ?? 1) <= 1
  return [
    ...(beginsWithFirst ? notesAfter(0) : []),
    ...messages.flatMap((message) => [
      entryOfMessage(message, message === firstNew),
      ...notesAfter(message.seq),
    ]),
  ]
}
