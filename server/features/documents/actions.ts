import { agreements } from '#contract/agreements/agreements.ts'
import { agreementText } from '#contract/agreements/draw-agreement.ts'
import { electronicConsent, electronicConsentText } from '#contract/agreements/electronic-consent.ts'
import type { SignDocument } from '#contract/documents.ts'
import type { Executor } from '#server/db/client.ts'
import type { SessionData } from '#server/db/schema/people.ts'
import { addActivity, lockProfileByUser, updateProfile } from '#server/features/partners/data.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import * as data from './data.ts'

/** Who signs, from where and how they had signed in: taken from the session and the connection, never from the body. */
export interface Signer {
  id: string
  email: string
  ipAddress: string
  userAgent: string
  session: SessionData
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
      signInMethod: signer.session.method,
      signedInAt: new Date(signer.session.signedInAt),
    })
    await addActivity(tx, {
      partnerId: profile.id,
      activityType: 'document_signed',
      description: `${agreement.shortName} signed`,
      metadata: { actorId: signer.id, documentId: document.id },
    })
    if (profile.onboardingStatus !== 'completed' && (await data.hasSignedBoth(tx, profile.id))) {
      await updateProfile(tx, profile.id, { onboardingStatus: 'completed' })
      await addActivity(tx, {
        partnerId: profile.id,
        activityType: 'onboarding_completed',
        description: 'Onboarding completed',
        metadata: { actorId: signer.id },
      })
    }
    const result = await data.getDocument(tx, document.id)
    if (!result) throw new Error('the document just signed is gone')
    return result
  })

const alreadySigned = () => new AppError('conflict', 'This agreement is signed already.')

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
