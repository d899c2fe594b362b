import { isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import { utcDay } from '#contract/documents/standing.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { appendEvents, type NewEvent, termsChanged } from '#server/domain-events/chain/data.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { notifyOfNewDocument, notifyPartnerOfDocument } from '#server/features/notifications/notify/data.ts'
import { logActivity, type PartnerProfileRow } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import * as data from '../data.ts'
import { lockDocument } from '../lock-document.ts'
import { isThere, updateLife } from './data.ts'

/**
 * Voids a signed agreement: it is no longer in force, and its file stays. Where the partner has no other of a type that onboarding
 * requires, they get a new one to sign; completed onboarding stays completed.
 * @throws AppError `not_found`, `conflict` when it is not signed, or voided already
 */
export const voidDocument = (db: Executor, staff: Actor, id: string, reason: string) =>
  db.transaction(async (tx) => {
    const { profile, document, name, subject } = await lockDocument(tx, id)
    if (document.status !== 'signed') throw new AppError('conflict', 'This agreement is not signed.')
    if (document.voidedAt) throw new AppError('conflict', 'This agreement is already voided.')
    const voidedAt = new Date()
    await updateLife(tx, id, { voidedAt, voidReason: reason })
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_voided',
      description: `${name} voided`,
      metadata: { actorId: staff.id, documentId: id },
    })
    await recordAuditEvent(tx, staff, {
      action: 'document.voided',
      subject,
      before: { signedAt: document.signedAt },
      after: { partnerId: profile.id, voidedAt, reason },
    })
    await notifyPartnerOfDocument(tx, id, { title: `Voided: ${name}`, detail: reason })
    const offered = await offerAgain(tx, staff, profile, document)
    const proof = { voidedAt: voidedAt.toISOString(), reasonSha256: valueHash(reason) }
    const voided: NewEvent = { documentId: id, type: 'voided', data: { by: staff.id, ...proof } }
    await appendEvents(tx, offered ? [voided, offered] : [voided])
    return orNotFound(await data.getDocument(tx, id))
  })

/** A new agreement instead of a voided one, with its terms, where onboarding could not be completed without. Answers its first event. */
const offerAgain = async (
  tx: Executor,
  staff: Actor,
  profile: PartnerProfileRow,
  {
    documentType,
    documentName: name,
    appendixA,
  }: Pick<
    NonNullable<Awaited<ReturnType<typeof data.getDocument>>>,
    'documentType' | 'documentName' | 'appendixA'
  >,
): Promise<NewEvent | undefined> => {
  if (!isOnboardingType(documentType)) return undefined
  const ofType = await data.listDocumentsOfType(tx, profile.id, documentType)
  const today = utcDay(new Date())
  // One that ends today or has ended, as where the voided one replaced it, leaves the partner without.
  const isLeft = ofType.some(
    ({ status, voidedAt, endsOn }) =>
      !voidedAt && (status === 'pending' || endsOn === null || endsOn > today),
  )
  if (isLeft || !(await isThere(tx, profile.userId))) return undefined
  // It will be signed on another day.
  const { partnershipSignatureDate: _day, ...terms } = appendixA ?? {}
  const partnerId = profile.id
  const again = { partnerId, documentType, appendixA: appendixA && terms }
  const id = await data.createDocument(tx, again)
  await notifyOfNewDocument(tx, id)
  await logActivity(tx, {
    partnerId,
    activityType: 'document_added',
    description: `${name} added`,
    metadata: { actorId: staff.id, documentId: id },
  })
  const subject = { id, name: `${name}: ${profile.fullName}` }
  await recordAuditEvent(tx, staff, { action: 'document.added', subject, after: again })
  return termsChanged(id, { by: staff.id, documentType, terms: again.appendixA })
}
