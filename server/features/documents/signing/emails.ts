import { buffer } from 'node:stream/consumers'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { forPartner, linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { getPresentReader } from '#server/mail/reader/data.ts'
import { writtenMoment } from '#server/mail/written-moment.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { getDocument } from '../data.ts'
import { documentCopySent } from '../events.ts'
import { getSealedFile } from '../files/data.ts'

export const signedSubject = (documentName: string, part: SealPart = 'signature') =>
  `${part === 'signature' ? 'Signed' : 'Signed by both'}: ${documentName}`

interface Signature {
  companyName: string
  signerName: string
  signedAt: Date
  /** The time zone of the reader; null for UTC. */
  timeZone: string | null
}

export const signedEmail = (
  documentName: string,
  { companyName, signerName, signedAt, timeZone }: Signature,
  url: string,
): EmailContent => ({
  heading: 'Your signed agreement',
  paragraphs: [
    `You signed the ${documentName} with ${companyName}.`,
    `Signed by ${signerName} on ${writtenMoment(signedAt, timeZone)}.`,
    'Your sealed copy is attached. You can also download it in the portal at any time.',
  ],
  action: { label: 'Open your copy', url },
  footnote: "If you didn't sign this, contact the partner team right away.",
})

const countersignedEmail = (
  documentName: string,
  { companyName, timeZone }: Signature,
  { signerName, signedAt }: Pick<Signature, 'signerName' | 'signedAt'>,
  url: string,
): EmailContent => ({
  heading: `${companyName} has signed too`,
  paragraphs: [
    `The ${documentName} between you and ${companyName} now has both signatures.`,
    `Signed for ${companyName} by ${signerName} on ${writtenMoment(signedAt, timeZone)}.`,
    'The sealed agreement with both signatures is attached. You can also download it in the portal at any time. The copy you got when you signed stays valid.',
  ],
  action: { label: 'Open the agreement', url },
})

/** Logs the email about a signature in the transaction of the signature, and returns its id. It is sent once the sealed copy exists. */
export const logSignedEmail = (
  tx: Executor,
  { email }: { email: string },
  documentName: string,
  part: SealPart,
) =>
  logQueuedMail(tx, {
    recipient: email,
    subject: signedSubject(documentName, part),
    type: part === 'signature' ? 'agreement_signed' : 'agreement_countersigned',
  })

/** The job that emails a partner the sealed copy of an agreement. */
export const sendSignedEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs' | 'store'>,
  mailer: Mailer,
  { documentId, logId, part = 'signature' }: JobData['signed-mail'],
) => {
  const { db, store, baseUrl } = deps
  const document = await getDocument(db, documentId)
  const reader = await getPresentReader(db, logId)
  if (!reader) return
  if (!document?.evidence) return logSkippedMail(db, logId, 'The signature no longer exists.')
  const { documentName, countersignature } = document
  const evidence = { ...document.evidence, timeZone: reader.timeZone }
  const path = linkTo.agreement(documentId)
  const url = `${baseUrl()}${reader.isOfSeveral ? forPartner(path, document.partnerId) : path}`
  const content =
    part === 'countersignature' && countersignature
      ? countersignedEmail(documentName, evidence, countersignature, url)
      : signedEmail(documentName, evidence, url)
  const file = await getSealedFile(db, documentId, part)
  const attachments = async () =>
    file
      ? [{ filename: file.fileName, content: await buffer(await store.read(fileKey(file.objectKey))) }]
      : []
  const email = { to: reader.address, subject: signedSubject(documentName, part), content, attachments }
  if (!(await deliver(deps, mailer, logId, email))) return
  await db.transaction((tx) => record(tx, documentCopySent, null, { document, emailId: logId }))
}
