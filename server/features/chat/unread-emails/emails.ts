import { limits } from '#contract/fields.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

interface Missed {
  message: string
  fileName: string | null
}

// A mail says what it is about. The conversation is in the portal.
const mostShown = 10
const mostCharacters = 1000

const shown = ({ message, fileName }: Missed) => {
  const text = message.length > mostCharacters ? `${message.slice(0, mostCharacters).trimEnd()}…` : message
  return fileName && fileName !== message ? `${text}\n(File: ${fileName})` : text
}

const counted = (messages: Missed[]) =>
  messages.length === 1 ? 'one new message' : `${messages.length} new messages`

const paragraphsOf = (messages: Missed[]) => {
  const more = messages.length - mostShown
  return [...messages.slice(0, mostShown).map(shown), ...(more > 0 ? [`And ${more} more.`] : [])]
}

const footnote = 'You get one such mail until you are in the chat again.'

export const partnerSubject = 'New messages from the Partner Team'

export const partnerEmail = (messages: Missed[], url: string): EmailContent => ({
  heading: `The Partner Team has ${counted(messages)} for you`,
  paragraphs: paragraphsOf(messages),
  action: { label: 'Open the portal', url },
  footnote,
})

export const staffSubject = (partner: string) => `New messages from ${partner}`.slice(0, limits.name)

export const staffEmail = (partner: string, messages: Missed[], url: string): EmailContent => ({
  heading: `${partner} has sent ${counted(messages)}`,
  paragraphs: paragraphsOf(messages),
  action: { label: 'Answer', url },
  footnote,
})
