import type { AddScan } from '#contract/documents/documents.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { appendEvent } from '#server/domain-events/chain/data.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { claimRegisteredFile, getRegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { reopenOnboarding } from '#server/features/partners/onboarding/actions.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { isSignedOnPaper } from '../access.ts'
import { requireAnother } from '../actions.ts'
import * as data from '../data.ts'
import { lockDocument } from '../lock-document.ts'

const isVoided = () => new AppError('conflict', 'This agreement is voided.')

/**
 * Deletes an agreement that was added by mistake, before it is signed. The audit log keeps what it held.
 * @throws AppError `not_found`, `conflict` when it is signed, or the partner's last one of its type, without which onboarding
 * could not be completed
 */
export const withdrawDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document, name, subject } = await lockDocument(tx, id)
    if (document.status === 'signed') {
      throw new AppError('conflict', 'This agreement is signed. It can no longer be deleted.')
    }
    await requireAnother(tx, document)
    await data.deleteDocument(tx, id)
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_withdrawn',
      description: `${name} deleted`,
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
    const { profile, document, name, subject } = await lockDocument(tx, id)
    if (document.status !== 'signed') throw new AppError('conflict', 'This agreement is not signed.')
    if (!isSignedOnPaper(document)) {
      throw new AppError(
        'conflict',
        'The partner signed this agreement. Their signature cannot be taken back.',
      )
    }
    if (document.voidedAt) throw isVoided()
    await releaseFiles(tx, document.documentPath ? [document.documentPath] : [])
    await data.setPending(tx, id)
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_signature_taken_back',
      description: `${name} must be signed again`,
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
    await reopenOnboarding(tx, profile, document.documentType, staff.id)
    await appendEvent(tx, { documentId: id, type: 'taken_back', data: { by: staff.id } })
    return orNotFound(await data.getDocument(tx, id))
  })

/**
 * Adds the scan of the paper, which this member of staff has just registered, to an agreement that was marked as signed without one.
 * @throws AppError `not_found`, `bad_request` when the scan is not theirs to use, `conflict` for an agreement that was not signed on
 * paper, has a scan, or has changed since the editor saw it
 */
export const addScan = async (
  deps: Pick<Deps, 'db' | 'store'>,
  staff: Actor,
  id: string,
  { scan, updatedAt }: AddScan,
) => {
  const file = await getRegisteredFile(deps, staff, scan)
  return deps.db.transaction(async (tx) => {
    const { profile, document, name, subject } = await lockDocument(tx, id)
    requireUnchanged(document, updatedAt)
    if (document.status !== 'signed' || !isSignedOnPaper(document)) {
      throw new AppError('conflict', 'Only an agreement that was marked as signed on paper has a scan.')
    }
    if (document.voidedAt) throw isVoided()
    if (document.documentPath) throw new AppError('conflict', 'This agreement already has a scan.')
    await claimRegisteredFile(tx, file)
    await data.setFile(tx, id, file)
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_scan_added',
      description: `Scan of ${name} added`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const after = { partnerId: profile.id, scan: file.fileName, sha256: file.sha256 }
    await recordAuditEvent(tx, staff, { action: 'document.scan_added', subject, after })
    await appendEvent(tx, {
      documentId: id,
      type: 'scan_added',
      data: { by: staff.id, scanSha256: file.sha256 },
    })
    return orNotFound(await data.getDocument(tx, id))
  })
}
