import { isStaff } from '#contract/users/roles.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/**
 * The conversation that a user means: their own, or for staff the requested one. To a partner, another's conversation does not
 * exist.
 */
export const requireConversationId = (user: SignedInUser, requestedId: string | null | undefined) => {
  if (isStaff(user.role)) {
    if (requestedId) return requestedId
    throw new AppError('bad_request', 'A conversation is required', {
      fields: { conversationId: 'Choose a conversation' },
    })
  }
  if (requestedId && requestedId !== user.id) throw notFound()
  return user.id
}
