import { limits } from '#contract/limits.ts'
import { type EmailContent, oneLine, shortened } from '#server/mail/email-content.ts'
import { linkTo } from '#server/mail/links.ts'
import type { UnreadMessages } from './data.ts'

/** The unread messages of a partner, with the name of the partner and the id of the user whose name it is. */
export type UnreadOfPartner = UnreadMessages & { partner: string; userId: string }

// This is enough to know what the messages are about; the whole conversation is in the portal.
export const maxMessages = 10
const maxCharacters = 1000
const maxPartners = 20
const maxLine = 300

const messageText = ({ message, fileName }: UnreadMessages['messages'][number], max: number) => {
  const text = shortened(message, max)
  return fileName && fileName !== message ? `${text}\n(File: ${fileName})` : text
}

const countText = (total: number) => (total === 1 ? 'one new message' : `${total} new messages`)

const paragraphsOf = ({ messages, total }: UnreadMessages) => {
  const more = total - messages.length
  return [
    ...messages.map((each) => messageText(each, maxCharacters)),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
}

const footnote = "We won't email again until you've read these."
// The other footnote would be wrong here, because staff are emailed again about other conversations.
const footnoteOfSeveral = "We won't email about these again until you've read them."

export const partnerSubject = 'New messages from the Partner Team'

export const partnerEmail = (unread: UnreadMessages, url: string): EmailContent => ({
  heading: `You have ${countText(unread.total)} from the Partner Team${unread.ofPartner ? ` for ${unread.ofPartner.businessName}` : ''}`,
  paragraphs: paragraphsOf(unread),
  action: { label: 'Open the chat', url },
  footnote,
})

export const staffSubject = (who: string) => `New messages from ${who}`.slice(0, limits.name)

const ofOne = (unread: UnreadOfPartner, baseUrl: string) => ({
  subject: staffSubject(unread.partner),
  content: {
    heading: `${unread.partner} sent ${countText(unread.total)}`,
    paragraphs: paragraphsOf(unread),
    action: { label: 'Reply', url: `${baseUrl}${linkTo.conversation(unread.conversationId)}` },
    footnote,
    about: [unread.userId],
  },
})

const itemOf = ({ partner, conversationId, messages, total }: UnreadOfPartner, baseUrl: string) => {
  const [first] = messages
  const more = total > 1 ? ` · ${total} messages` : ''
  return {
    label: `${partner}${more}`,
    ...(first && { detail: oneLine(messageText(first, maxLine)) }),
    url: `${baseUrl}${linkTo.conversation(conversationId)}`,
  }
}

/** Returns an email to a member of the team: the messages of a single partner, or a list of several partners, longest waiting first. */
export const staffEmail = (
  unread: UnreadOfPartner[],
  baseUrl: string,
): { subject: string; content: EmailContent } => {
  const [only, ...others] = unread
  if (only && others.length === 0) return ofOne(only, baseUrl)
  const listed = unread.slice(0, maxPartners)
  const more = unread.length - listed.length
  return {
    subject: staffSubject(`${unread.length} partners`),
    content: {
      heading: `${unread.length} partners are waiting for a reply`,
      paragraphs: [],
      items: listed.map((each) => itemOf(each, baseUrl)),
      action: { label: 'Open the inbox', url: `${baseUrl}${linkTo.inbox}` },
      footnote: `${more > 0 ? `And ${more} more in the inbox. ` : ''}${footnoteOfSeveral}`,
      about: listed.map(({ userId }) => userId),
    },
  }
}
