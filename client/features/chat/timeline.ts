import { dayLabel } from '#client/lib/day-label.ts'
import { formatTime } from '#client/lib/format.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { isOfOthers, type SeqRange } from './messages.ts'

/** A message or an internal note. */
export interface Entry {
  key: string
  senderId: string
  createdAt: string
  /** Whether this is the first unread message. */
  isFirstNew?: boolean
  message?: ChatMessage
  note?: ChatNote
}

const noteEntry = (note: ChatNote): Entry => {
  const key = `note ${note.id}`
  return { key, senderId: key, createdAt: note.createdAt, note }
}

/**
 * Puts messages and notes in order. Notes that belong before the first loaded message are left out until that part is loaded.
 * @param notes in any order
 * @param unread the messages that were unread when the conversation was opened
 */
export const entriesOf = (
  messages: readonly ChatMessage[],
  notes: readonly ChatNote[],
  unread: SeqRange | null,
  reader: Parameters<typeof isOfOthers>[1],
): Entry[] => {
  const firstNew = messages.find(
    (message) =>
      unread && message.seq >= unread.first && message.seq <= unread.last && isOfOthers(message, reader),
  )
  const notesBySeq = Map.groupBy(
    notes.toSorted((one, other) => one.seq - other.seq),
    ({ afterSeq }) => afterSeq,
  )
  const notesAfter = (seq: number) => (notesBySeq.get(seq) ?? []).map(noteEntry)
  const beginsWithFirst = (messages[0]?.seq ?? 1) <= 1
  return [
    ...(beginsWithFirst ? notesAfter(0) : []),
    ...messages.flatMap((message) => [
      {
        key: `message ${message.seq}`,
        // Automatic replies have no sender, and are never grouped.
        senderId: message.senderId ?? `automatic ${message.seq}`,
        createdAt: message.createdAt,
        isFirstNew: message === firstNew,
        message,
      },
      ...notesAfter(message.seq),
    ]),
  ]
}

/** A group of one or more entries of one sender within a minute. */
type Group<E> = [E, ...E[]]

type Groupable = Pick<Entry, 'senderId' | 'createdAt' | 'isFirstNew'>

const isSameGroup = (first: Groupable, entry: Groupable) =>
  first.senderId === entry.senderId &&
  formatTime(first.createdAt) === formatTime(entry.createdAt) &&
  !entry.isFirstNew

/** Groups entries by day, and within a day those of one sender within a minute. */
export const groupByDay = <E extends Groupable>(entries: readonly E[], now: Date) => {
  const days: { label: string; groups: Group<E>[] }[] = []
  for (const entry of entries) {
    const label = dayLabel(entry.createdAt, now)
    const day = days.at(-1)
    const group = day?.groups.at(-1)
    if (day?.label !== label) days.push({ label, groups: [[entry]] })
    else if (group && isSameGroup(group[0], entry)) group.push(entry)
    else day.groups.push([entry])
  }
  return days
}
