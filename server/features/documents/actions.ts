import type { z } from 'zod'
import type { DocumentType } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { agreementText } from '#contract/documents/agreements/draw-agreement.ts'
import {
  electronicConsent,
  electronicConsentText,
} from '#contract/documents/agreements/electronic-consent.ts'
import type { CreateDocument, SignDocument } from '#contract/documents/documents.ts'
import type { Executor } from '#server/db/client.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { type Actor, actorOf, nameOf, recordAuditEvent } from '#server/features/audit-log/record.ts'
import { completeOnboarding } from '#server/features/partners/onboarding/actions.ts'
import {
  getProfile,
  lockProfile,
  lockProfileByUser,
  lockProfileForShare,
  logActivity,
} from '#server/features/partners/profile/data.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import * as data from './data.ts'

/** The signer with the evidence from session and connection, never from the body. */
export interface Signer {
  id: string
  email: string
  ipAddress: string
  userAgent: string
  signInMethod: SignInMethod
  signedInAt: Date
}

/**
 * Signs the partner's open agreement with its evidence, and completes onboarding with the second one. Of any number
 * of calls at once for one agreement, one signs and the others are refused.
 * @throws AppError `conflict` when there is nothing left to sign, the profile is not confirmed, or another version is in force
 */
export const signDocument = (db: Executor, companyName: string, signer: Signer, signing: SignDocument) =>
  db.transaction(async (tx) => {
    // The lock makes a partner's signatures happen one after the other.
    const profile = await lockProfileByUser(tx, signer.id)
    if (!profile || profile.onboardingStatus === 'profile') {
      throw new AppError('conflict', 'Complete your profile before you sign.')
    }
    requireVersions(signing)
    const document = await openDocument(tx, profile.id, signing)

    const agreement = agreements[signing.documentType]
    const { documentType: _type, signedAt: _claimed, digitalSignature, ...values } = signing.signatureData
    const text = agreementText(agreement, values, companyName)
    const consentText = electronicConsentText()
    const signedAt = new Date()
    const signed = await data.setSigned(tx, document.id, {
      signedAt,
      signatureData: JSON.stringify({
        documentType: signing.documentType,
        signedAt: signedAt.toISOString(),
        ...values,
        digitalSignature,
      }),
    })
    if (!signed) throw alreadySigned()
    await data.createSignature(tx, {
      documentId: document.id,
      signerId: signer.id,
      signerName: 'signerName' in values ? values.signerName : values.partnershipSignerName,
      signerEmail: signer.email,
      agreementVersion: agreement.version,
      agreementText: text,
      agreementSha256: sha256(text),
      values: { ...values, digitalSignature },
      consentVersion: electronicConsent.version,
      consentText,
      consentSha256: sha256(consentText),
      signedAt,
      ipAddress: signer.ipAddress,
      userAgent: signer.userAgent,
      signInMethod: signer.signInMethod,
      signedInAt: signer.signedInAt,
    })
    await logActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_signed',
      description: `${agreement.shortName} signed`,
      metadata: { actorId: signer.id, documentId: document.id },
    })
    await completeOnboarding(tx, profile, signer.id)
    return orNotFound(await data.getDocument(tx, document.id))
  })

/**
 * Records that an agreement was signed on paper, and which member of staff marked it.
 * @throws AppError `not_found`, `conflict` when it is signed already or has changed since the editor saw it
 */
export const markDocumentSigned = (
  db: Executor,
  staff: Actor,
  id: string,
  expectedUpdatedAt: Date | undefined,
) =>
  db.transaction(async (tx) => {
    const { partnerId } = orNotFound(await data.getDocument(tx, id))
    // Locked before the document, in the same order as signing.
    const profile = orNotFound(await lockProfile(tx, partnerId))
    const document = orNotFound(await data.getDocument(tx, id))
    if (document.status === 'signed') throw alreadySigned()
    requireUnchanged(document, expectedUpdatedAt)
    const signedAt = new Date()
    const { documentType } = document
    const { id: markedBy, email: markedByEmail } = staff
    const evidence = { signedOn: 'paper', markedBy, markedByName: nameOf(staff), markedByEmail }
    const signatureData = JSON.stringify({ documentType, signedAt: signedAt.toISOString(), ...evidence })
    if (!(await data.setSigned(tx, id, { signedAt, signatureData }))) throw alreadySigned()
    const { shortName } = agreements[documentType]
    await logActivity(tx, {
      partnerId,
      activityType: 'document_marked_signed',
      description: `${shortName} marked as signed on paper`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const changes = { before: { status: 'pending' }, after: { status: 'signed', signedAt } }
    const subject = { id, name: `${shortName}: ${profile.fullName}` }
    await recordAuditEvent(tx, staff, { action: 'document.marked_signed', subject, ...changes })
    await completeOnboarding(tx, profile, staff.id)
    return orNotFound(await data.getDocument(tx, id))
  })

/** Creates another agreement for a partner to sign. @throws AppError `not_found` */
export const createDocument = (
  db: Executor,
  staff: Actor,
  partnerId: string,
  { documentType, appendixA }: z.output<typeof CreateDocument>,
) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfileForShare(tx, partnerId))
    const terms = filledFields(appendixA ?? {}) as Record<string, string>
    const id = await data.createDocument(tx, {
      partnerId,
      documentType,
      appendixA: Object.keys(terms).length > 0 ? terms : null,
    })
    const { shortName } = agreements[documentType]
    await logActivity(tx, {
      partnerId,
      activityType: 'document_added',
      description: `${shortName} added`,
      metadata: { actorId: staff.id, documentId: id },
    })
    const subject = { id, name: `${shortName}: ${profile.fullName}` }
    const after = { partnerId, documentType, appendixA: terms }
    await recordAuditEvent(tx, staff, { action: 'document.added', subject, after })
    return orNotFound(await data.getDocument(tx, id))
  })

/** Records that someone downloads an agreement as signed: staff, the partner, or staff who view the portal as the partner. */
export const recordDownload = async (
  db: Executor,
  user: SignedInUser,
  { id, partnerId, documentType }: { id: string; partnerId: string; documentType: DocumentType },
) => {
  const profile = orNotFound(await getProfile(db, partnerId))
  const subject = { id, name: `${agreements[documentType].shortName}: ${profile.fullName}` }
  const viewedAs = user.impersonation?.partner.fullName
  const after = { partnerId, documentType, ...(viewedAs && { viewedAs }) }
  await recordAuditEvent(db, actorOf(user), { action: 'document.downloaded', subject, after })
}

const alreadySigned = () => new AppError('conflict', 'This agreement is already signed.')

const requireVersions = ({ documentType, agreementVersion, consentVersion }: SignDocument) => {
  const agreementChanged =
    agreementVersion !== undefined && agreementVersion !== agreements[documentType].version
  const consentChanged = consentVersion !== undefined && consentVersion !== electronicConsent.version
  if (agreementChanged || consentChanged) {
    throw new AppError(
      'conflict',
      'The agreement has changed since you opened it. Reload the page and read it again.',
    )
  }
}

const openDocument = async (tx: Executor, partnerId: string, { documentId, documentType }: SignDocument) => {
  if (documentId === undefined) {
    const oldest = await data.getOldestOpenDocument(tx, partnerId, documentType)
    if (!oldest) throw alreadySigned()
    return oldest
  }
  const document = await data.getDocument(tx, documentId)
  if (document?.partnerId !== partnerId || document.documentType !== documentType) throw notFound()
  if (document.status === 'signed') throw alreadySigned()
  return document
}
