import { documentTypeLabels } from '#contract/documents/agreements/agreement.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import type { Open } from './data.ts'

export const reminderSubject = 'A reminder from the Partner Team'

const dayMs = 86_400_000
// Enough to know what it is about: the rest is in the portal.
const maxLines = 12

// In days, since the reader's time zone is not known.
const dueText = (dueDate: Date, now: number) => {
  const days = Math.floor((dueDate.getTime() - now) / dayMs)
  if (days < 0) return 'overdue'
  if (days === 0) return 'due within a day'
  return days === 1 ? 'due in 1 day' : `due in ${days} days`
}

/** A line for each thing that is open; none when all is done. */
export const openLines = ({ hasToConfirm, documents, tasks }: Open, now: number) => [
  ...(hasToConfirm ? ['Confirm your profile'] : []),
  ...documents.map(({ documentType }) => `Sign: ${documentTypeLabels[documentType]}`),
  ...tasks.map(({ taskName, dueDate }) => `${taskName} (${dueText(dueDate, now)})`),
]

export const reminderEmail = (lines: string[], url: string): EmailContent => {
  const more = lines.length - maxLines
  const shown = lines.slice(0, maxLines).map((line) => `• ${line}`)
  return {
    heading:
      lines.length === 1 ? 'One thing is waiting for you' : `${lines.length} things are waiting for you`,
    paragraphs: [shown.join('\n'), ...(more > 0 ? [`And ${more} more.`] : [])],
    action: { label: 'Open the portal', url },
    footnote: 'The Partner Team sent you this reminder. Questions? Write to us in the chat.',
  }
}
