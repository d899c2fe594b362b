import { agreedTerms, agreedValue, isFirstContract, openForm } from '#contract/documents/agreed-terms.ts'
import { type Agreement, agreementFields } from '#contract/documents/agreements/agreement.ts'
import { formValues } from '#contract/documents/agreements/agreement-values.ts'
import { agreementText, maxAgreementLength } from '#contract/documents/agreements/draw-agreement.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { isOutdatedAmendment } from '#contract/documents/amendment-terms.ts'
import { type SignDocument, signatureDataOf } from '#contract/documents/documents.ts'
import type { Executor } from '#server/db/client.ts'
import { getTodayOf } from '#server/db/time-zones.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record, recordEvidence, recordWithoutEvidence } from '#server/domain-events/record.ts'
import { getAgreementInForce } from '#server/features/agreement-types/data.ts'
import { deleteDraftsOfDocument } from '#server/features/drafts/data.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import { followAgreements } from '#server/features/obligations/follow/actions.ts'
import { lockRightToSign } from '#server/features/partners/members/data.ts'
import { completeOnboarding } from '#server/features/partners/onboarding/actions.ts'
import {
  getProfile,
  lockProfile,
  type PartnerProfileRow,
  updateProfile,
} from '#server/features/partners/profile/data.ts'
import { AppError, notFound, orNotFound, wrongField } from '#server/http/app-error.ts'
import { parseInput } from '#server/http/validation.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { alreadySigned } from '../actions.ts'
import { isTypeCountersigned } from '../countersigning/data.ts'
import * as data from '../data.ts'
import { documentReplaced, documentSigned } from '../events.ts'
import { replaceEarlier } from '../life/replacing.ts'
import { requestSeal } from '../sealing/data.ts'
import { enteredTermsOf } from '../terms.ts'
import { logSignedEmail } from './emails.ts'
import { type Signer, signatureRow, signedFields, type Values } from './evidence.ts'

/** A person who signs for their partner. */
type SigningUser = Actor & Pick<SignedInUser, 'partnerId'>

export type SigningDeps = Pick<Deps, 'settings'> & { db: Executor }

/**
 * Signs the partner's open agreement with its evidence, and completes onboarding with the second one. When several calls sign one agreement
 * at once, one signs and the others are refused. A job that runs every minute seals the agreement.
 * @param onSigned called in the transaction of the signature; returns the id of the email that is sent with the sealed copy
 * @throws AppError `not_found` for a user who may no longer sign for the partner, `conflict` when there is nothing left to sign, the
 * profile is not confirmed, or the version or terms have changed; `bad_request` for values that do not fit their fields, and for another
 * day than that of the signature
 */
export const signDocument = async (
  deps: SigningDeps,
  user: SigningUser,
  signer: Signer,
  signing: SignDocument,
  onSigned?: (tx: Executor, documentName: string) => Promise<string>,
) => {
  const { db, settings } = deps
  const agreement = await getAgreementInForce(db, signing.documentType)
  if (!agreement) throw wrongField('documentType', 'There is no such agreement')
  const {
    digitalSignature,
    documentType: _type,
    signedAt: _claimed,
    ...sent
  } = parseInput(signatureDataOf(agreement), signing.signatureData, 'signatureData') as Values & {
    digitalSignature: string
  }
  requireVersions(signing, agreement)
  const profile = user.partnerId ? await getProfile(db, user.partnerId) : undefined
  const today = await getTodayOf(db, signer.id)
  const { document, values } = await checkSigning(db, profile, { ...signing, sent, today }, agreement)
  const signedAt = new Date()
  const text = agreementText(agreement, values, settings.companyName)
  if (text.length > maxAgreementLength) throw tooLong()
  const signature = signatureRow({
    documentId: document.id,
    signer,
    agreement,
    companyName: settings.companyName,
    values: { ...values, digitalSignature },
    text,
    signedAt,
  })
  return db.transaction(async (tx) => {
    // The lock makes a partner's signatures happen one after the other.
    const locked = await lockProfile(tx, document.partnerId)
    if (!(await lockRightToSign(tx, document.partnerId, signer.id))) throw notFound()
    const now = await checkSigning(tx, locked, { ...signing, sent, today }, agreement)
    // Another version may have been published in the meantime.
    requireVersions(
      { ...signing, agreementVersion: agreement.version },
      await getAgreementInForce(tx, agreement.documentType),
    )
    if (!locked || now.document.id !== document.id || !isSame(now.values, values)) throw otherTerms()
    const signed = signedFields(signing.documentType, { ...values, digitalSignature }, signedAt)
    const next = { ...signed, textVersion: agreement.version, awaitsCountersignature: isTypeCountersigned }
    if (!(await data.setSigned(tx, document.id, next, null))) throw alreadySigned()
    await deleteDraftsOfDocument(tx, document.id)
    if (signed.appendixA && now.isFirst) await updateProfile(tx, locked.id, signed.appendixA)
    await data.createSignature(tx, signature)
    await markSeen(tx, signer.id, { subject: { type: 'agreement', id: document.id } })
    const occurred = { document: now.document, profile: locked, signature }
    await recordWithoutEvidence(tx, documentSigned, user, occurred)
    await completeOnboarding(tx, locked, user)
    await requestSeal(tx, {
      documentId: document.id,
      part: 'signature',
      emailId: (await onSigned?.(tx, now.document.documentName)) ?? null,
    })
    const replaced = await replaceEarlier(tx, locked, now.document, signedAt)
    await recordEvidence(tx, documentSigned, user, occurred)
    await record(tx, documentReplaced, user, ...replaced)
    await followAgreements(tx, [...replaced.map((each) => each.document.id), document.id])
    return orNotFound(await data.getDocument(tx, document.id))
  })
}

/** Signs an agreement for a partner in the portal, has it sealed at once, and emails them the copy. @throws as `signDocument` */
export const signOwnDocument = (
  deps: SigningDeps & Pick<Deps, 'jobs'>,
  user: SigningUser,
  signer: Signer,
  signing: SignDocument,
) =>
  signDocument(deps, user, signer, signing, async (tx, documentName) => {
    await deps.jobs.enqueue(tx, 'seal-agreements', {})
    return logSignedEmail(tx, signer, documentName, 'signature')
  })

/** Returns the agreement to sign, and the checked values to sign it with: those of the signer, and the agreed terms. */
const checkSigning = async (
  db: Executor,
  profile: PartnerProfileRow | undefined,
  {
    documentId,
    documentType,
    sent,
    today,
  }: Pick<SignDocument, 'documentId' | 'documentType'> & { sent: Values; today: string },
  agreement: Agreement,
) => {
  if (!profile || profile.onboardingStatus === 'profile') {
    throw new AppError('conflict', 'Complete your profile before you sign.')
  }
  const ofType = await data.listDocumentsOfType(db, profile.id, documentType)
  const found = documentId
    ? ofType.find(({ id }) => id === documentId)
    : ofType.find(({ status }) => status === 'pending')
  if (!found && documentId) throw notFound()
  if (!found || found.status === 'signed') throw alreadySigned()
  const document = { ...found, partnerId: profile.id }
  if (isOutdatedAmendment(document, profile)) {
    throw new AppError(
      'conflict',
      'The business name has changed since this amendment was prepared. Ask the partner team for a new one.',
    )
  }
  const agreed = agreedTerms(await enteredTermsOf(db, document, profile))
  return {
    document,
    isFirst: isFirstContract(found, ofType),
    values: checkValues(agreement, sent, agreed, today),
  }
}

/** Checks the signer's values against the form, and returns them with the agreed values, in the order of the form. */
const checkValues = (agreement: Agreement, sent: Values, agreed: Values, today: string): Values => {
  const fields = agreementFields(agreement)
  const isAgreed = (name: string) => agreed[name] !== undefined
  for (const field of fields) {
    if (isAgreed(field.name) && agreedValue(field, sent[field.name] ?? '') !== agreed[field.name]) {
      throw otherTerms()
    }
  }
  const open = Object.fromEntries(Object.entries(sent).filter(([name]) => !isAgreed(name)))
  const values: Values = {
    ...parseInput(formValues(openForm(agreement, agreed), today), open, 'signatureData'),
    ...agreed,
  }
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? '']))
}

const isSame = (values: Values, others: Values) => JSON.stringify(values) === JSON.stringify(others)

const tooLong = () =>
  wrongField(
    'signatureData',
    `Filled in, this agreement has more than ${maxAgreementLength / 1000},000 characters, which cannot be sealed. Shorten the longest entries.`,
  )

const otherTerms = () =>
  new AppError('conflict', 'The agreed terms have changed. Read the agreement again before you sign it.')

const requireVersions = (
  { agreementVersion, consentVersion }: SignDocument,
  inForce: Agreement | undefined,
) => {
  const agreementChanged = agreementVersion !== undefined && agreementVersion !== inForce?.version
  const consentChanged = consentVersion !== undefined && consentVersion !== electronicConsent.version
  if (agreementChanged || consentChanged) {
    throw new AppError(
      'conflict',
      'The agreement has changed since you opened it. Reload the page and read it again.',
    )
  }
}
