import type { ChangeDates } from '#contract/documents/life.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { appendEvent } from '#server/domain-events/chain/data.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { notifyOfDocumentOfferedAgain } from '#server/features/notifications/notify/data.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { getDocument, notDeclined } from '../data.ts'
import { lockDocument } from '../lock-document.ts'
import { updateLife } from './data.ts'

/**
 * Sets from which day an agreement is in effect, and which day is its last. One that its partner has declined is thereby offered anew.
 * @throws AppError `not_found`, `conflict` when it is voided, or has changed since the editor saw it
 */
export const changeDates = (
  db: Executor,
  staff: Actor,
  id: string,
  { updatedAt, effectiveOn, endsOn }: ChangeDates,
) =>
  db.transaction(async (tx) => {
    const { profile, document, name, subject } = await lockDocument(tx, id)
    if (document.voidedAt) {
      throw new AppError('conflict', 'This agreement is voided. Its dates can no longer be changed.')
    }
    requireUnchanged(document, updatedAt)
    const changes = changedFields(document, { effectiveOn, endsOn })
    if (!changes) return document
    await updateLife(tx, id, { effectiveOn, endsOn, ...notDeclined })
    if (document.declinedAt) await notifyOfDocumentOfferedAgain(tx, id)
    const partnerId = profile.id
    await logActivity(tx, {
      partnerId,
      activityType: 'document_changed',
      description: `Dates of ${name} changed`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const after = { partnerId, ...changes.after }
    await recordAuditEvent(tx, staff, { action: 'document.changed', subject, before: changes.before, after })
    await appendEvent(tx, {
      documentId: id,
      type: 'dates_changed',
      data: { by: staff.id, effectiveOn, endsOn },
    })
    return orNotFound(await getDocument(tx, id))
  })
