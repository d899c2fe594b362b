import type { z } from 'zod'
import { amendmentType, isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import type { CreateDocument, MarkDocumentSigned, UpdateDocument } from '#contract/documents/documents.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, actorOf, nameOf } from '#server/domain-events/actor.ts'
import { record, recordEvidence, recordWithoutEvidence } from '#server/domain-events/record.ts'
import { requireOffered } from '#server/features/agreement-types/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { hasRecentEvent } from '#server/features/audit-log/data.ts'
import { deleteDraftsOfDocument } from '#server/features/drafts/data.ts'
import { claimRegisteredFile, getRegisteredFile } from '#server/features/files/actions.ts'
import { followAgreements } from '#server/features/obligations/follow/actions.ts'
import { completeOnboarding } from '#server/features/partners/onboarding/actions.ts'
import { getProfile, lockProfileForShare } from '#server/features/partners/profile/data.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReadDocument } from './access.ts'
import { recordAmended } from './amending/amended.ts'
import { listAmended } from './amending/data.ts'
import { canCountersign } from './countersigning/data.ts'
import * as data from './data.ts'
import * as events from './events.ts'
import { getVoidedByName } from './life/data.ts'
import { replaceEarlier } from './life/replacing.ts'
import { lockDocument } from './lock-document.ts'
import { enteredTermsOf } from './terms.ts'

export const alreadySigned = () => new AppError('conflict', 'This agreement is already signed.')

/** Returns an agreement with its partner and the terms that staff have entered for it. @throws AppError `not_found` */
export const getDocumentDetails = async (db: Executor, user: SignedInUser, id: string) => {
  const document = orNotFound(await data.getDocument(db, id))
  if (!canReadDocument(user, document)) throw notFound()
  const profile = orNotFound(await getProfile(db, document.partnerId))
  const { fullName, businessName } = profile
  // Partners do not learn which member of the team voided the agreement.
  const isForStaff = document.voidedAt !== null && isStaff(user.role)
  return {
    ...document,
    voidedByName: isForStaff ? await getVoidedByName(db, id) : null,
    partner: { id: profile.id, fullName, businessName },
    enteredTerms: await enteredTermsOf(db, document, profile),
    amends: document.documentType === amendmentType ? await listAmended(db, id) : [],
    canCountersign: user.role === 'admin' && (await canCountersign(db, document)),
  }
}

/**
 * Records that an agreement was signed on paper, and which member of staff marked it, with the scan that they have just registered.
 * @throws AppError `not_found`, `bad_request` when the scan is not theirs to use, `conflict` when it is signed already or has changed since
 */
export const markDocumentSigned = async (
  deps: Pick<Deps, 'db' | 'store'>,
  staff: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, scan }: Pick<MarkDocumentSigned, 'updatedAt' | 'scan'>,
) => {
  const file = scan ? await getRegisteredFile(deps, staff, scan) : null
  return deps.db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.status === 'signed') throw alreadySigned()
    requireUnchanged(document, expectedUpdatedAt)
    const signedAt = new Date()
    const { documentType } = document
    const { id: markedBy, email: markedByEmail } = staff
    const evidence = { signedOn: 'paper', markedBy, markedByName: nameOf(staff), markedByEmail }
    const signatureData = JSON.stringify({ documentType, signedAt: signedAt.toISOString(), ...evidence })
    if (file) await claimRegisteredFile(tx, file)
    if (!(await data.setSigned(tx, id, { signedAt, signatureData }, file))) throw alreadySigned()
    await deleteDraftsOfDocument(tx, id)
    const marked = {
      document,
      profile,
      signatureData,
      scanSha256: file?.sha256 ?? null,
      before: { status: 'pending' },
      after: { status: 'signed', signedAt, ...(file && { scan: file.fileName, sha256: file.sha256 }) },
    }
    await recordWithoutEvidence(tx, events.documentMarkedSigned, staff, marked)
    await completeOnboarding(tx, profile, staff)
    const replaced = await replaceEarlier(tx, profile, document, signedAt)
    await recordEvidence(tx, events.documentMarkedSigned, staff, marked)
    await record(tx, events.documentReplaced, staff, ...replaced)
    await followAgreements(tx, [...replaced.map((each) => each.document.id), id])
    await recordAmended(tx, staff, document)
    return orNotFound(await data.getDocument(tx, id))
  })
}

/** Adds an agreement for a partner to sign. @throws AppError `not_found`, `bad_request` for a type that is not offered */
export const createDocument = (
  db: Executor,
  staff: Actor,
  partnerId: string,
  {
    documentType,
    appendixA,
    ...life
  }: Pick<
    z.output<typeof CreateDocument>,
    'documentType' | 'appendixA' | 'effectiveOn' | 'endsOn' | 'replacesEarlier'
  >,
) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfileForShare(tx, partnerId))
    await requireOffered(tx, documentType)
    const carried =
      !appendixA && life.replacesEarlier ? await data.getCarriedTerms(tx, partnerId, documentType) : null
    const terms = carried ?? (filledFields(appendixA ?? {}) as Record<string, string>)
    const id = await data.createDocument(tx, {
      partnerId,
      documentType,
      appendixA: Object.keys(terms).length > 0 ? terms : null,
      ...life,
    })
    const document = orNotFound(await data.getDocument(tx, id))
    const after = { partnerId, documentType, appendixA: terms, ...givenLife(life) }
    await record(tx, events.documentAdded, staff, { document, profile, terms, after })
    return document
  })

/** Returns the dates that staff gave for an agreement, and whether it replaces earlier ones, for the audit log. Omits what is empty. */
export const givenLife = ({
  effectiveOn,
  endsOn,
  replacesEarlier,
}: {
  effectiveOn: string | null
  endsOn: string | null
  replacesEarlier: boolean
}) => filledFields({ effectiveOn, endsOn, replacesEarlier: replacesEarlier || null })

/**
 * Changes the type and terms of an agreement before it is signed. If the partner declined it, it becomes open again.
 * @throws AppError `not_found`, `conflict` when it is signed, has changed since the editor saw it, or gets another type while it is the
 * partner's last agreement of a type that onboarding requires; or is an amendment
 */
export const updateDocument = (
  db: Executor,
  staff: Actor,
  id: string,
  { documentType, appendixA, updatedAt }: z.output<typeof UpdateDocument>,
) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, id)
    if (document.status === 'signed') throw alreadySigned()
    requireUnchanged(document, updatedAt)
    requireNoAmendment(document)
    if (documentType !== document.documentType) {
      await requireOffered(tx, documentType)
      await requireAnother(tx, document)
    }
    // A contract without terms stores an empty object: with null, the terms of the profile would apply again.
    const isContract = documentType === 'venue_partnership_agreement'
    const terms = isContract ? (filledFields(appendixA ?? {}) as Record<string, string>) : null
    const changes = changedFields(document, { documentType, appendixA: terms })
    if (!changes) return document
    await data.updateDocument(tx, id, { documentType, appendixA: terms })
    const changed = orNotFound(await data.getDocument(tx, id))
    await record(tx, events.documentChanged, staff, {
      document: changed,
      profile,
      terms,
      wasDeclined: document.declinedAt !== null,
      before: changes.before,
      after: { partnerId: profile.id, ...changes.after },
    })
    return changed
  })

/** @throws AppError `conflict` for an amendment, which says what it amends and is in effect once both sides have signed it */
export const requireNoAmendment = ({ documentType }: { documentType: string }) => {
  if (documentType !== amendmentType) return
  throw new AppError('conflict', 'An amendment cannot be changed. Delete it, and prepare another.')
}

/** Checks that the partner has another unvoided agreement of a type that onboarding requires. @throws AppError `conflict` otherwise */
export const requireAnother = async (
  tx: Executor,
  { partnerId, documentType }: { partnerId: string; documentType: string },
) => {
  if (!isOnboardingType(documentType)) return
  const ofType = await data.listDocumentsOfType(tx, partnerId, documentType)
  if (ofType.filter(({ voidedAt }) => !voidedAt).length > 1) return
  throw new AppError(
    'conflict',
    'A partner needs at least one agreement of each onboarding type. Add another before you delete this one or change its type.',
  )
}

/** Whether the audit log records that a user downloaded an agreement within the last `minutes`. */
export const hasDownloaded = (db: Executor, user: SignedInUser, { id }: { id: string }, minutes: number) =>
  hasRecentEvent(db, { actorId: actorOf(user).id, action: 'document.downloaded', subjectId: id }, minutes)

interface Downloaded {
  id: string
  partnerId: string
  documentType: string
  documentName: string
}

/** Records that staff, the partner, or staff who view the portal as the partner downloaded a signed agreement. */
export const recordDownload = async (db: Executor, user: SignedInUser, document: Downloaded) => {
  const { partnerId, documentType } = document
  const profile = orNotFound(await getProfile(db, partnerId))
  const viewedAs = user.impersonation?.partner.fullName
  const after = { partnerId, documentType, ...(viewedAs && { viewedAs }) }
  await db.transaction((tx) =>
    record(tx, events.documentDownloaded, actorOf(user), { document, profile, after }),
  )
}
