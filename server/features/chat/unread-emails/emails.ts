import { limits } from '#contract/fields.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

interface UnreadMessage {
  message: string
  fileName: string | null
}

// Enough to know what it is about: the conversation is in the portal.
const maxMessages = 10
const maxCharacters = 1000

const messageText = ({ message, fileName }: UnreadMessage) => {
  const text = message.length > maxCharacters ? `${message.slice(0, maxCharacters).trimEnd()}…` : message
  return fileName && fileName !== message ? `${text}\n(File: ${fileName})` : text
}

const countText = (messages: UnreadMessage[]) =>
  messages.length === 1 ? 'one new message' : `${messages.length} new messages`

const paragraphsOf = (messages: UnreadMessage[]) => {
  const more = messages.length - maxMessages
  return [...messages.slice(0, maxMessages).map(messageText), ...(more > 0 ? [`And ${more} more.`] : [])]
}

const footnote = "We won't email again until you've read these."

export const partnerSubject = 'New messages from the Partner Team'

export const partnerEmail = (messages: UnreadMessage[], url: string): EmailContent => ({
  heading: `You have ${countText(messages)} from the Partner Team`,
  paragraphs: paragraphsOf(messages),
  action: { label: 'Open the portal', url },
  footnote,
})

export const staffSubject = (partner: string) => `New messages from ${partner}`.slice(0, limits.name)

export const staffEmail = (partner: string, messages: UnreadMessage[], url: string): EmailContent => ({
  heading: `${partner} sent ${countText(messages)}`,
  paragraphs: paragraphsOf(messages),
  action: { label: 'Reply', url },
  footnote,
})
