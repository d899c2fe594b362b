import { limits } from '#contract/fields.ts'
import { type EmailContent, shortened } from '#server/mail/email-content.ts'

interface UnreadMessage {
  message: string
  fileName: string | null
}

// Enough to know what it is about: the conversation is in the portal.
export const maxMessages = 10
const maxCharacters = 1000

const messageText = ({ message, fileName }: UnreadMessage) => {
  const text = shortened(message, maxCharacters)
  return fileName && fileName !== message ? `${text}\n(File: ${fileName})` : text
}

interface Unread {
  /** The first of them. */
  messages: UnreadMessage[]
  total: number
}

const countText = (total: number) => (total === 1 ? 'one new message' : `${total} new messages`)

const paragraphsOf = ({ messages, total }: Unread) => {
  const more = total - messages.length
  return [...messages.map(messageText), ...(more > 0 ? [`And ${more} more.`] : [])]
}

const footnote = "We won't email again until you've read these."

export const partnerSubject = 'New messages from the Partner Team'

export const partnerEmail = (unread: Unread, url: string): EmailContent => ({
  heading: `You have ${countText(unread.total)} from the Partner Team`,
  paragraphs: paragraphsOf(unread),
  action: { label: 'Open the chat', url },
  footnote,
})

export const staffSubject = (partner: string) => `New messages from ${partner}`.slice(0, limits.name)

export const staffEmail = (partner: string, unread: Unread, url: string): EmailContent => ({
  heading: `${partner} sent ${countText(unread.total)}`,
  paragraphs: paragraphsOf(unread),
  action: { label: 'Reply', url },
  footnote,
})
