import { isStaff } from '#contract/users/roles.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/**
 * Returns the conversation that a user means: their own or their partner's, or the one that staff requested. A partner who requests another
 * conversation gets a 404, so that they cannot find out whether it exists.
 */
export const requireConversationId = (user: SignedInUser, requestedId: string | null | undefined) => {
  if (isStaff(user.role)) {
    if (requestedId) return requestedId
    throw new AppError('bad_request', 'A conversation is required', {
      fields: { conversationId: 'Choose a conversation' },
    })
  }
  if (!user.conversationId || (requestedId && requestedId !== user.conversationId)) throw notFound()
  return user.conversationId
}
