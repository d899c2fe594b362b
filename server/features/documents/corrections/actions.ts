import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { Executor } from '#server/db/client.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { type Actor, recordAuditEvent } from '#server/features/audit-log/record.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import { reopenOnboarding } from '#server/features/partners/onboarding/actions.ts'
import { lockProfile, logActivity } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { isSignedOnPaper } from '../access.ts'
import { requireAnother } from '../actions.ts'
import * as data from '../data.ts'

/** The document, with its profile locked as signing locks it. */
const lockDocument = async (tx: Executor, id: string) => {
  const { partnerId } = orNotFound(await data.getDocument(tx, id))
  const profile = orNotFound(await lockProfile(tx, partnerId))
  const document = orNotFound(await data.getDocument(tx, id))
  const { shortName } = agreements[document.documentType]
  return { profile, document, shortName, subject: { id, name: `${shortName}: ${profile.fullName}` } }
}

/**
 * Deletes an agreement that was added by mistake, before it is signed. The audit log keeps what it held.
 * @throws AppError `not_found`, `conflict` when it is signed, or the partner's last one of its type, without which onboarding
 * could not be completed
 */
export const withdrawDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document, shortName, subject } = await lockDocument(tx, id)
    if (document.status === 'signed') {
      throw new AppError('conflict', 'This agreement is signed. It can no longer be deleted.')
    }
    await requireAnother(tx, document)
    await data.deleteDocument(tx, id)
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_withdrawn',
      description: `${shortName} deleted`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const { partnerId, documentType, appendixA, createdAt } = document
    await recordAuditEvent(tx, staff, {
      action: 'document.withdrawn',
      subject,
      before: { ...filledFields({ partnerId, documentType, appendixA }), addedAt: createdAt },
      after: { partnerId, reason },
    })
  })

/**
 * Makes an agreement that was marked as signed on paper pending again; the partner's onboarding follows.
 * @throws AppError `not_found`, `conflict` for one that is not signed, or was signed by the partner: that signature is evidence
 */
export const takeBackSignature = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document, shortName, subject } = await lockDocument(tx, id)
    if (document.status !== 'signed') throw new AppError('conflict', 'This agreement is not signed.')
    if (!isSignedOnPaper(document)) {
      throw new AppError(
        'conflict',
        'The partner signed this agreement. Their signature cannot be taken back.',
      )
    }
    await releaseFiles(tx, document.documentPath ? [document.documentPath] : [])
    await data.setPending(tx, id)
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_signature_taken_back',
      description: `${shortName} is to be signed again`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const { partnerId, status, signedAt, signatureData, fileName } = document
    await recordAuditEvent(tx, staff, {
      action: 'document.signature_taken_back',
      subject,
      before: {
        status,
        signedAt,
        signature: JSON.parse(signatureData ?? '{}'),
        ...(fileName && { scan: fileName }),
      },
      after: { partnerId, status: 'pending', reason },
    })
    await reopenOnboarding(tx, profile, staff.id)
    return orNotFound(await data.getDocument(tx, id))
  })
