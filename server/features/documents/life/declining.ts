import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { isOwnDocument } from '../access.ts'
import { alreadySigned } from '../actions.ts'
import { getDocument } from '../data.ts'
import { documentDeclined } from '../events.ts'
import { lockDocument } from '../lock-document.ts'
import { updateLife } from './data.ts'

/**
 * Declines one of the user's own agreements. They can still sign it.
 * @throws AppError `not_found` for another partner's, `conflict` when it is signed or declined
 */
export const declineDocument = async (db: Database, user: SignedInUser, id: string, reason: string) => {
  const found = orNotFound(await getDocument(db, id))
  if (!isOwnDocument(user, found)) throw notFound()
  return db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.status === 'signed') throw alreadySigned()
    if (document.declinedAt) throw new AppError('conflict', 'You have already declined this agreement.')
    await updateLife(tx, [id], { declinedAt: new Date(), declineReason: reason })
    await markSeen(tx, user.id, { subject: { type: 'agreement', id } })
    await record(tx, documentDeclined, user, { document, profile, reason })
    return orNotFound(await getDocument(tx, id))
  })
}
