import type { ChatConversation } from '#contract/chat/inbox.ts'
import { fillReply } from '#contract/chat/reply-placeholders.ts'
import type { CurrentUser } from '#contract/session/session.ts'

const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(' ')

/** Fills in a saved reply for a partner; `selected` is the first placeholder whose value is unknown. */
export const fillForPartner = (
  reply: string,
  partner: Pick<ChatConversation, 'firstName' | 'lastName' | 'businessName'>,
  staff: Pick<CurrentUser, 'firstName' | 'lastName'>,
) => {
  const { text, missing } = fillReply(reply, {
    first_name: partner.firstName,
    full_name: fullName(partner),
    business_name: partner.businessName,
    staff_name: fullName(staff),
  })
  // The expression takes linear time, and a saved reply has at most a few thousand characters.
  const first =
    missing.length > 0 ? new RegExp(`\\{\\{\\s*(${missing.join('|')})\\s*\\}\\}`, 'i').exec(text) : null
  return {
    text,
    missing,
    selected: first ? { from: first.index, to: first.index + first[0].length } : undefined,
  }
}
