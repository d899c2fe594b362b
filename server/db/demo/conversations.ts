import type { DemoPartner } from './partners.ts'

const hour = 60 * 60 * 1000

type Line = [from: 'partner' | 'staff', hoursAgo: number, message: string]

const conversations: Record<string, Line[]> = {
  'partner@demo.test': [
    ['partner', 52, 'Hello, is there a poster in Spanish as well?'],
    ['staff', 51.8, 'There is, we are putting it into Activation Materials today.'],
    ['partner', 51.7, 'Wonderful, thank you.'],
    ['partner', 3, 'One more thing: may we start setting up at 7 instead of 7:30?'],
  ],
  'pending@demo.test': [
    ['partner', 28, 'Who signs the contract, the owner or the manager?'],
    ['staff', 27.5, 'Whoever may bind the business. The owner is always fine.'],
  ],
  'grace.okafor@partners.demo.test': [
    ['partner', 75, 'We expect about 80 more guests than planned.'],
    ['staff', 74, 'Noted. Could you send the new number in writing by Friday?'],
    ['partner', 73.5, 'Will do.'],
  ],
}

/**
 * The messages so far: a partner's message has no receiver, an answer goes to the partner's user. Each side has read what
 * came before its own last message.
 */
export const conversationOf = (
  { email }: DemoPartner,
  { userId, staffId }: { userId: string; staffId: string },
) => {
  const messages = (conversations[email] ?? []).map(([from, hoursAgo, message], index) => ({
    seq: index + 1,
    senderId: from === 'partner' ? userId : staffId,
    receiverId: from === 'partner' ? null : userId,
    isSupport: from === 'staff',
    message,
    createdAt: new Date(Date.now() - hoursAgo * hour),
  }))
  const last = messages.at(-1)
  const unanswered = messages.slice(messages.findLastIndex(({ isSupport }) => isSupport) + 1)
  const conversation = last && {
    userId,
    lastSeq: last.seq,
    partnerReadSeq: messages.findLast(({ isSupport }) => !isSupport)?.seq ?? 0,
    staffReadSeq: messages.findLast(({ isSupport }) => isSupport)?.seq ?? 0,
    lastMessageAt: last.createdAt,
    waitingSince: unanswered[0]?.createdAt ?? null,
  }
  return { conversation, messages }
}
