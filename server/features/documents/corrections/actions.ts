import type { AddScan } from '#contract/documents/documents.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record, recordEvidence, recordWithoutEvidence } from '#server/domain-events/record.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { claimRegisteredFile, getRegisteredFile, releaseFiles } from '#server/features/files/actions.ts'
import { followAgreements } from '#server/features/obligations/follow/actions.ts'
import { reopenOnboarding } from '#server/features/partners/onboarding/actions.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { isSignedOnPaper } from '../access.ts'
import { requireAnother } from '../actions.ts'
import * as data from '../data.ts'
import { documentScanAdded, documentSignatureTakenBack, documentWithdrawn } from '../events.ts'
import { lockDocument } from '../lock-document.ts'

const isVoided = () => new AppError('conflict', 'This agreement is voided.')

/**
 * Deletes an agreement that was added by mistake, before it is signed. The audit log keeps its contents.
 * @throws AppError `not_found`, `conflict` when it is signed, or is the partner's last agreement of a type that onboarding requires
 */
export const withdrawDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.status === 'signed') {
      throw new AppError('conflict', 'This agreement is signed. It can no longer be deleted.')
    }
    await requireAnother(tx, document)
    await withdraw(tx, staff, { profile, document }, reason)
  })

type Locked = Awaited<ReturnType<typeof lockDocument>>

/** Deletes an agreement that is not signed. Call it with the profile locked. */
export const withdraw = async (tx: Executor, staff: Actor, { profile, document }: Locked, reason: string) => {
  await data.deleteDocument(tx, document.id)
  const { partnerId, documentType, appendixA, createdAt } = document
  await record(tx, documentWithdrawn, staff, {
    document,
    profile,
    before: { ...filledFields({ partnerId, documentType, appendixA }), addedAt: createdAt },
    after: { partnerId, reason },
  })
}

/**
 * Makes an agreement that was marked as signed on paper pending again, and reopens the partner's onboarding if it requires the agreement.
 * @throws AppError `not_found`, `conflict` when it is not signed, is voided, or was signed by the partner, whose signature is evidence
 */
export const revokeSignature = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
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
    const { partnerId, status, signedAt, signatureData, fileName } = document
    const takenBack = {
      document,
      profile,
      before: {
        status,
        signedAt,
        signature: JSON.parse(signatureData ?? '{}'),
        ...(fileName && { scan: fileName }),
      },
      after: { partnerId, status: 'pending', reason },
    }
    await recordWithoutEvidence(tx, documentSignatureTakenBack, staff, takenBack)
    await reopenOnboarding(tx, profile, document.documentType, staff)
    await recordEvidence(tx, documentSignatureTakenBack, staff, takenBack)
    await followAgreements(tx, [id])
    return orNotFound(await data.getDocument(tx, id))
  })

/**
 * Adds the scan of the paper, which this member of staff has just registered, to an agreement that was marked as signed without one.
 * @throws AppError `not_found`, `bad_request` when the scan is not theirs to use, `conflict` for an agreement that was not signed on
 * paper, is voided, has a scan, or has changed since the editor saw it
 */
export const addScan = async (
  deps: Pick<Deps, 'db' | 'store'>,
  staff: Actor,
  id: string,
  { scan, updatedAt }: AddScan,
) => {
  const file = await getRegisteredFile(deps, staff, scan)
  return deps.db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    requireUnchanged(document, updatedAt)
    if (document.status !== 'signed' || !isSignedOnPaper(document)) {
      throw new AppError('conflict', 'Only an agreement that was marked as signed on paper has a scan.')
    }
    if (document.voidedAt) throw isVoided()
    if (document.documentPath) throw new AppError('conflict', 'This agreement already has a scan.')
    await claimRegisteredFile(tx, file)
    await data.setFile(tx, id, file)
    const { fileName: scan, sha256 } = file
    const after = { partnerId: profile.id, scan, sha256 }
    await record(tx, documentScanAdded, staff, { document, profile, scanSha256: sha256, after })
    return orNotFound(await data.getDocument(tx, id))
  })
}
