import type { Database } from '#server/db/client.ts'
import { appendEvent } from '#server/domain-events/chain/data.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import { notifyStaffOfDocument } from '#server/features/notifications/notify/data.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { alreadySigned } from '../actions.ts'
import { getDocument } from '../data.ts'
import { lockDocument } from '../lock-document.ts'
import { updateLife } from './data.ts'

/**
 * Declines one of the user's own agreements. They can still sign it.
 * @throws AppError `not_found` for another's, `conflict` when it is signed or declined
 */
export const declineDocument = async (db: Database, user: SignedInUser, id: string, reason: string) => {
  const found = orNotFound(await getDocument(db, id))
  if (found.partnerId !== user.partnerId) throw notFound()
  return db.transaction(async (tx) => {
    const { profile, document, name } = await lockDocument(tx, id)
    if (document.status === 'signed') throw alreadySigned()
    if (document.declinedAt) throw new AppError('conflict', 'You have already declined this agreement.')
    await updateLife(tx, id, { declinedAt: new Date(), declineReason: reason })
    await markSeen(tx, user.id, { subject: { type: 'agreement', id } })
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_declined',
      description: `${name} declined`,
      metadata: { actorId: user.id, documentId: id },
    })
    await notifyStaffOfDocument(tx, id, { title: `${name} declined`, detail: reason })
    await appendEvent(tx, {
      documentId: id,
      type: 'declined',
      data: { by: user.id, reasonSha256: valueHash(reason) },
    })
    return orNotFound(await getDocument(tx, id))
  })
}
