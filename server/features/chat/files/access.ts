import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners reach what was sent in their own conversation, staff what was sent in any. */
export const canReachFile = (user: SignedInUser, file: { conversationId: string }) =>
  isStaff(user.role) || file.conversationId === user.id
