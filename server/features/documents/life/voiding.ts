import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { followAgreements } from '#server/features/obligations/follow/actions.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import * as data from '../data.ts'
import { documentAdded, documentVoided } from '../events.ts'
import { type LockedDocument, lockDocument, lockDocuments } from '../lock-document.ts'
import { offerAgain, updateLife } from './data.ts'
import { documentsVoided, oneOfSeveral } from './events.ts'

/**
 * Voids a signed agreement: it is no longer in force, and its file stays. If the partner has no other agreement of a type
 * that onboarding requires, they get a new one to sign; completed onboarding stays completed.
 * @throws AppError `not_found`, `conflict` when it is not signed, or voided already
 */
export const voidDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const found = await lockDocument(tx, id)
    if (found.document.status !== 'signed') throw new AppError('conflict', 'This agreement is not signed.')
    if (found.document.voidedAt) throw new AppError('conflict', 'This agreement is already voided.')
    await voidLocked(tx, staff, [found], reason, [documentVoided, documentAdded])
    return orNotFound(await data.getDocument(tx, id))
  })

/**
 * Like `voidDocument`, for several agreements, all or none of them. Leaves those as they are that are voided already.
 * @throws AppError `bad_request` when one does not exist, `conflict` when one is not signed
 */
export const voidDocuments = (db: Executor, staff: Actor, ids: string[], reason: string) =>
  db.transaction(async (tx) => {
    const found = await lockDocuments(tx, ids)
    const unsigned = found.filter(({ document }) => document.status !== 'signed').length
    if (unsigned > 0)
      throw new AppError(
        'conflict',
        `Select only signed agreements. ${unsigned} of these ${unsigned === 1 ? 'is' : 'are'} not signed.`,
      )
    const inForce = found.filter(({ document }) => !document.voidedAt)
    const documentIds = inForce.map(({ document }) => document.id)
    if (inForce.length > 0)
      await record(tx, documentsVoided, staff, { documentIds, after: { documentIds, reason } })
    await voidLocked(tx, staff, inForce, reason, [oneOfSeveral(documentVoided), oneOfSeveral(documentAdded)])
    return { changed: inForce.length, unchanged: found.length - inForce.length }
  })

const voidLocked = async (
  tx: Executor,
  staff: Actor,
  found: LockedDocument[],
  reason: string,
  [voidedEvent, addedEvent]: [typeof documentVoided, typeof documentAdded],
) => {
  const voidedAt = new Date()
  const ids = found.map(({ document }) => document.id)
  await updateLife(tx, ids, { voidedAt, voidReason: reason })
  const offered = await offerAgain(tx, ids)
  const profiles = new Map(found.map(({ profile }) => [profile.id, profile]))
  await record(
    tx,
    voidedEvent,
    staff,
    ...found.map(({ document, profile }) => ({
      document,
      profile,
      voidedAt,
      reason,
      before: { signedAt: document.signedAt },
      after: { partnerId: profile.id, voidedAt, reason },
    })),
  )
  const added = offered.flatMap(({ partnerId, appendixA, ...document }) => {
    const profile = profiles.get(partnerId)
    const after = { partnerId, documentType: document.documentType, appendixA }
    return profile ? [{ document, profile, terms: appendixA, after }] : []
  })
  await record(tx, addedEvent, staff, ...added)
  await followAgreements(tx, ids)
}
