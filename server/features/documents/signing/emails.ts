import { buffer } from 'node:stream/consumers'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { JobData } from '#server/jobs/jobs.ts'
import { getPresentAddress, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { appendEvent } from '../chain/data.ts'
import { getDocument, getSealedFile } from '../data.ts'

export const signedSubject = (documentName: string) => `Signed: ${documentName}`

export const signedEmail = (
  documentName: string,
  { companyName, signerName, signedAt }: { companyName: string; signerName: string; signedAt: Date },
  url: string,
): EmailContent => ({
  heading: 'Your signed agreement',
  paragraphs: [
    `You signed the ${documentName} with ${companyName}.`,
    `Signed by ${signerName} on ${signedAt.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC.`,
    'Your sealed copy is attached, and stays in the portal, where you can download it at any time.',
  ],
  action: { label: 'Open your copy', url },
  footnote: "If you didn't sign this, contact the partner team right away.",
})

/** Logs the email about a signature in its transaction, and answers its id. It is sent with the sealed copy, once there is one. */
export const logSignedEmail = (tx: Executor, signer: { email: string }, documentName: string) =>
  logQueuedMail(tx, {
    recipient: signer.email,
    subject: signedSubject(documentName),
    type: 'agreement_signed',
  })

/** The job. */
export const sendSignedEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs' | 'store'>,
  mailer: Mailer,
  { documentId, logId }: JobData['signed-mail'],
) => {
  const { db, store, baseUrl } = deps
  const document = await getDocument(db, documentId)
  const to = await getPresentAddress(db, logId)
  if (!to) return
  if (!document?.evidence) return logSkippedMail(db, logId, 'The signature no longer exists.')
  const { documentName, evidence } = document
  const content = signedEmail(documentName, evidence, `${baseUrl()}${linkTo.agreement(documentId)}`)
  const file = await getSealedFile(db, documentId)
  const attachments = async () =>
    file
      ? [{ filename: file.fileName, content: await buffer(await store.read(fileKey(file.objectKey))) }]
      : []
  const email = { to, subject: signedSubject(documentName), content, attachments }
  if (!(await deliver(deps, mailer, logId, email))) return
  await db.transaction((tx) => appendEvent(tx, { documentId, type: 'copy_sent', data: { emailId: logId } }))
}
