import type { EmailContent } from '#server/mail/email-content.ts'
import { forPartner, linkTo } from '#server/mail/links.ts'
import { writtenDay } from '#server/mail/written-moment.ts'
import type { Open } from './data.ts'

export const reminderSubject = 'A reminder from the Partner Team'

// More items would not help: the portal lists them all.
const maxItems = 12

const dueText = (dueDate: Date, { now, timeZone }: Reader) => {
  const day = writtenDay(dueDate, timeZone)
  if (dueDate <= now) return `Overdue since ${day}`
  return day === writtenDay(now, timeZone) ? 'Due today' : `Due ${day}`
}

interface OpenItem {
  label: string
  detail?: string
  path: string
}

/** When the reminder is read, and the reader's time zone. */
interface Reader {
  now: Date
  timeZone: string | null
}

/** Lists each thing that is open; empty when all is done. */
export const openItems = (
  { hasToConfirm, documents, tasks, announcements, resources }: Open,
  reader: Reader,
): OpenItem[] => [
  ...(hasToConfirm ? [{ label: 'Confirm your profile', path: linkTo.home }] : []),
  ...documents.map(({ id, documentName }) => ({
    label: `Sign: ${documentName}`,
    path: linkTo.agreement(id),
  })),
  ...tasks.map(({ id, taskName, dueDate }) => ({
    label: taskName,
    detail: dueText(dueDate, reader),
    path: linkTo.task(id),
  })),
  ...announcements.map(({ id, title }) => ({ label: `Read: ${title}`, path: linkTo.announcement(id) })),
  ...resources.map(({ id, title }) => ({ label: `Download: ${title}`, path: linkTo.resource(id) })),
]

/**
 * @param partnerId the partner that the links open for; null for a reader who belongs to one
 * @param message a personal text of the sender; null for none
 */
export const reminderEmail = (
  items: OpenItem[],
  baseUrl: string,
  partnerId: string | null = null,
  message: string | null = null,
): EmailContent => {
  const urlOf = (path: string) => `${baseUrl}${forPartner(path, partnerId)}`
  const more = items.length - maxItems
  return {
    heading:
      items.length === 1 ? 'One thing is waiting for you' : `${items.length} things are waiting for you`,
    paragraphs: message ? message.split(/\n+/) : [],
    items: items.slice(0, maxItems).map(({ path, ...item }) => ({ ...item, url: urlOf(path) })),
    action: { label: 'Open the portal', url: urlOf(linkTo.home) },
    footnote: `${more > 0 ? `And ${more} more in the portal. ` : ''}The Partner Team sent you this reminder. Questions? Write to us in the chat.`,
  }
}
