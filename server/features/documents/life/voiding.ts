import { isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import { utcDay } from '#contract/documents/standing.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import type { PartnerProfileRow } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import * as data from '../data.ts'
import { documentAdded, documentVoided } from '../events.ts'
import { lockDocument } from '../lock-document.ts'
import { isThere, updateLife } from './data.ts'

/**
 * Voids a signed agreement: it is no longer in force, and its file stays. If the partner has no other agreement of a type
 * that onboarding requires, they get a new one to sign; completed onboarding stays completed.
 * @throws AppError `not_found`, `conflict` when it is not signed, or voided already
 */
export const voidDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.status !== 'signed') throw new AppError('conflict', 'This agreement is not signed.')
    if (document.voidedAt) throw new AppError('conflict', 'This agreement is already voided.')
    const voidedAt = new Date()
    await updateLife(tx, id, { voidedAt, voidReason: reason })
    const offered = await offerAgain(tx, profile, document)
    await record(tx, documentVoided, staff, {
      document,
      profile,
      voidedAt,
      reason,
      before: { signedAt: document.signedAt },
      after: { partnerId: profile.id, voidedAt, reason },
    })
    await record(tx, documentAdded, staff, ...offered)
    return orNotFound(await data.getDocument(tx, id))
  })

/**
 * Creates a new agreement with the terms of a voided one, if onboarding requires the type and the partner has no other. Returns the events
 * of `documentAdded` to record.
 */
const offerAgain = async (
  tx: Executor,
  profile: PartnerProfileRow,
  {
    documentType,
    documentName,
    appendixA,
  }: Pick<
    NonNullable<Awaited<ReturnType<typeof data.getDocument>>>,
    'documentType' | 'documentName' | 'appendixA'
  >,
) => {
  if (!isOnboardingType(documentType)) return []
  const ofType = await data.listDocumentsOfType(tx, profile.id, documentType)
  const today = utcDay(new Date())
  // An agreement that has ended or ends today does not count. The voided agreement may have ended it by replacing it.
  const isLeft = ofType.some(
    ({ status, voidedAt, endsOn }) =>
      !voidedAt && (status === 'pending' || endsOn === null || endsOn > today),
  )
  if (isLeft || !(await isThere(tx, profile.userId))) return []
  // The new agreement will be signed on another day, so this date is left out.
  const { partnershipSignatureDate: _day, ...terms } = appendixA ?? {}
  const again = { partnerId: profile.id, documentType, appendixA: appendixA && terms }
  const id = await data.createDocument(tx, again)
  const document = { id, documentType, documentName }
  return [{ document, profile, terms: again.appendixA, after: again }]
}
