import { displayName } from '#client/lib/format.ts'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { fillReply, type ReplyPlaceholder } from '#contract/chat/reply-placeholders.ts'
import type { CurrentUser } from '#contract/session/session.ts'

type Named = { firstName: string | null; lastName: string | null }

const fullName = (person: Named) => (person.firstName || person.lastName ? displayName(person) : null)

/** Fills in a saved reply for a partner; `selected` is the first placeholder whose value is unknown. */
export const fillForPartner = (
  text: string,
  partner: Pick<ChatConversation, 'firstName' | 'lastName' | 'businessName'>,
  staff: Pick<CurrentUser, 'firstName' | 'lastName'>,
) => {
  const filled = fillReply(text, {
    first_name: partner.firstName,
    full_name: fullName(partner),
    business_name: partner.businessName,
    staff_name: fullName(staff),
  })
  return { ...filled, selected: firstMissing(filled.text, filled.missing) }
}

const firstMissing = (text: string, missing: readonly ReplyPlaceholder[]) => {
  const ranges = missing.flatMap((name) => {
    const found = new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'i').exec(text)
    return found ? [{ from: found.index, to: found.index + found[0].length }] : []
  })
  return ranges.sort((one, other) => one.from - other.from)[0]
}
