import { isStaff } from '#contract/users/roles.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/**
 * Whose conversation somebody means: their own, or for staff the one that they name. That of another is to a partner
 * as if it were not there.
 */
export const conversationOf = (user: SignedInUser, named: string | null | undefined) => {
  if (isStaff(user.role)) {
    if (named) return named
    throw new AppError('bad_request', 'Say whose conversation it is', {
      fields: { conversationId: 'Required' },
    })
  }
  if (named && named !== user.id) throw notFound()
  return user.id
}
