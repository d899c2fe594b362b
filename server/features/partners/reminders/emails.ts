import type { EmailContent } from '#server/mail/email-content.ts'
import { linkTo } from '#server/mail/links.ts'
import type { Open } from './data.ts'

export const reminderSubject = 'A reminder from the Partner Team'

const dayMs = 86_400_000
// Enough to know what it is about: the rest is in the portal.
const maxItems = 12

// In days, since the reader's time zone may not be known.
const dueText = (dueDate: Date, now: number) => {
  const days = Math.floor((dueDate.getTime() - now) / dayMs)
  if (days < 0) return 'Overdue'
  if (days === 0) return 'Due within a day'
  return days === 1 ? 'Due in 1 day' : `Due in ${days} days`
}

interface OpenItem {
  label: string
  detail?: string
  path: string
}

/** Each thing that is open; none when all is done. */
export const openItems = ({ hasToConfirm, documents, tasks }: Open, now: number): OpenItem[] => [
  ...(hasToConfirm ? [{ label: 'Confirm your profile', path: linkTo.home }] : []),
  ...documents.map(({ id, documentName }) => ({
    label: `Sign: ${documentName}`,
    path: linkTo.agreement(id),
  })),
  ...tasks.map(({ id, taskName, dueDate }) => ({
    label: taskName,
    detail: dueText(dueDate, now),
    path: linkTo.task(id),
  })),
]

export const reminderEmail = (items: OpenItem[], baseUrl: string): EmailContent => {
  const more = items.length - maxItems
  return {
    heading:
      items.length === 1 ? 'One thing is waiting for you' : `${items.length} things are waiting for you`,
    paragraphs: [],
    items: items.slice(0, maxItems).map(({ path, ...item }) => ({ ...item, url: `${baseUrl}${path}` })),
    action: { label: 'Open the portal', url: `${baseUrl}${linkTo.home}` },
    footnote: `${more > 0 ? `And ${more} more in the portal. ` : ''}The Partner Team sent you this reminder. Questions? Write to us in the chat.`,
  }
}
