import { type DocumentType, documentTypeLabels } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { JobData } from '#server/jobs/jobs.ts'
import { getPresentAddress, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { getDocument } from '../data.ts'

export const signedSubject = (documentType: DocumentType) => `Signed: ${documentTypeLabels[documentType]}`

export const signedEmail = (
  documentType: DocumentType,
  { companyName, signerName, signedAt }: { companyName: string; signerName: string; signedAt: Date },
  url: string,
): EmailContent => ({
  heading: 'Your signed agreement',
  paragraphs: [
    `You signed the ${documentTypeLabels[documentType]} with ${companyName}.`,
    `Signed by ${signerName} on ${signedAt.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC.`,
    'Your copy is in the portal, where you can read and download it at any time.',
  ],
  action: { label: 'Open your copy', url },
  footnote: "If you didn't sign this, contact the partner team right away.",
})

/** Enqueues the email about a signature in its transaction. */
export const enqueueSignedEmail = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  signer: { email: string },
  { documentId, documentType }: { documentId: string; documentType: DocumentType },
) => {
  const mail = { recipient: signer.email, subject: signedSubject(documentType), type: 'agreement_signed' }
  const logId = await logQueuedMail(tx, mail)
  await jobs.enqueue(tx, 'signed-mail', { documentId, logId })
}

/** The job. */
export const sendSignedEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { documentId, logId }: JobData['signed-mail'],
) => {
  const { db, baseUrl } = deps
  const document = await getDocument(db, documentId)
  const to = await getPresentAddress(db, logId)
  if (!to) return
  if (!document?.evidence) return logSkippedMail(db, logId, 'The signature no longer exists.')
  const { documentType, evidence } = document
  const content = signedEmail(documentType, evidence, `${baseUrl()}${linkTo.agreement(documentId)}`)
  await deliver(deps, mailer, logId, { to, subject: signedSubject(documentType), content })
}
