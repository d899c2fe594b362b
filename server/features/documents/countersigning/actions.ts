import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import type { CountersignDocument } from '#contract/documents/countersigning.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { recordAmended } from '../amending/amended.ts'
import * as documents from '../data.ts'
import { documentCountersigned } from '../events.ts'
import { lockDocument } from '../lock-document.ts'
import { requestSeal } from '../sealing/data.ts'
import { logSignedEmail } from '../signing/emails.ts'
import type { Signer } from '../signing/evidence.ts'
import { createCountersignature, getAddressOf, isToBeCountersigned } from './data.ts'
import { countersignatureRow } from './evidence.ts'

const alreadyCountersigned = () => new AppError('conflict', 'The company has already signed this agreement.')

/**
 * Signs an agreement for the company after its partner, and requests a PDF with both signatures, which the partner gets by email. When
 * several calls run at once, one signs and the others are refused.
 * @throws AppError `not_found`; `conflict` when the agreement is not signed, was signed on paper, is voided or countersigned, needs no
 * signature of the company, or when the signer read another text or consent
 */
export const countersignDocument = (
  { db, jobs }: Pick<Deps, 'jobs'> & { db: Executor },
  admin: Actor,
  signer: Signer,
  documentId: string,
  countersigning: CountersignDocument,
) =>
  db.transaction(async (tx) => {
    const { profile, document } = await lockDocument(tx, documentId)
    requireSigned(document, countersigning)
    const { isSo, isVoided } = await isToBeCountersigned(tx, documentId)
    if (isVoided) throw new AppError('conflict', 'This agreement is voided.')
    if (!isSo) throw new AppError('conflict', 'Agreements of this type are not signed by the company.')

    const countersignature = countersignatureRow(documentId, signer, countersigning, new Date())
    if (!(await createCountersignature(tx, countersignature))) throw alreadyCountersigned()
    const email = await getAddressOf(tx, profile.userId)
    await requestSeal(tx, {
      documentId,
      part: 'countersignature',
      emailId: email ? await logSignedEmail(tx, { email }, document.documentName, 'countersignature') : null,
    })
    await jobs.enqueue(tx, 'seal-agreements', {})
    const { signerName, signerTitle, textSha256 } = countersigning
    const after = { partnerId: profile.id, signerName, signerTitle, textSha256 }
    await record(tx, documentCountersigned, admin, { document, profile, countersignature, after })
    await recordAmended(tx, admin, document)
    return orNotFound(await documents.getDocument(tx, documentId))
  })

type Document = NonNullable<Awaited<ReturnType<typeof documents.getDocument>>>

const requireSigned = (
  { evidence, status, countersignature }: Document,
  { textSha256, consentVersion }: CountersignDocument,
) => {
  if (!evidence) {
    throw new AppError(
      'conflict',
      status === 'signed'
        ? 'This agreement was signed on paper. It needs no signature here.'
        : 'The partner has not signed this agreement yet.',
    )
  }
  if (countersignature) throw alreadyCountersigned()
  const isSameConsent = consentVersion === undefined || consentVersion === electronicConsent.version
  if (evidence.textSha256 !== textSha256 || !isSameConsent) {
    throw new AppError('conflict', 'This is not what the partner signed. Reload the page and read it again.')
  }
}
