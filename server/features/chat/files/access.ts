import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners may read the files of their conversation, staff those of all. */
export const canReadFile = (user: SignedInUser, file: { conversationId: string }) =>
  isStaff(user.role) || file.conversationId === user.conversationId
