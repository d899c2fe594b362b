import { formatDate, formatTime } from '#client/lib/format.ts'

interface Shown {
  senderId: string
  createdAt: string
  /** Stands apart from what the same person has said before. */
  isFirstNew?: boolean
}

export interface MessageGroup<M> {
  messages: M[]
  time: string
}

export interface MessageDay<M> {
  label: string
  groups: MessageGroup<M>[]
}

const day = 24 * 60 * 60 * 1000

/** "Today", "Yesterday" or the date, in the reader's zone. */
export const dayLabel = (moment: string, now: Date) => {
  const label = formatDate(moment)
  if (label === formatDate(now)) return 'Today'
  // Noon, since a day can have 23 hours: the same hour of the day before may lie two days back.
  const noon = new Date(now)
  noon.setHours(12, 0, 0, 0)
  return label === formatDate(noon.getTime() - day) ? 'Yesterday' : label
}

/** Messages by the day, and what one person said within one minute in one group. */
export const groupMessages = <M extends Shown>(messages: readonly M[], now: Date): MessageDay<M>[] => {
  const days: MessageDay<M>[] = []
  for (const message of messages) {
    const label = dayLabel(message.createdAt, now)
    let current = days.at(-1)
    if (current?.label !== label) {
      current = { label, groups: [] }
      days.push(current)
    }
    const time = formatTime(message.createdAt)
    const group = current.groups.at(-1)
    const goesOn = group?.messages[0]?.senderId === message.senderId && !message.isFirstNew
    if (group?.time === time && goesOn) group.messages.push(message)
    else current.groups.push({ messages: [message], time })
  }
  return days
}
