import { ReadMarks } from '#contract/chat/frames.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { getMarks } from './data.ts'

export type PersonalMarks = Awaited<ReturnType<typeof getMarks>>

/** Returns the frame with the read marks as a user sees them: staff see what anyone of the partner has read, others what they have read. */
export const readMarksFrame = (
  { id, role }: Pick<SignedInUser, 'id' | 'role'>,
  conversationId: string,
  { partnerReadSeq, staffReadSeq: staffSeq, readSeqs }: PersonalMarks,
) => {
  const partnerSeq = isStaff(role) ? partnerReadSeq : (readSeqs[id] ?? 0)
  return JSON.stringify(
    ReadMarks.encode({ type: 'chat_read', data: { conversationId, partnerSeq, staffSeq } }),
  )
}
