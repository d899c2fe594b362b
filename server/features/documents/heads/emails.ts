import type { Deps } from '#server/deps.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { getHead, type Head } from './data.ts'

/** Returns the subject of the email. It contains the hash, so that a search in the mailbox finds the email. */
export const headSubject = ({ day, sha256 }: Pick<Head, 'day' | 'sha256'>) => `Evidence of ${day}: ${sha256}`

const contentOf = ({ day, sha256, chains, previousSha256 }: Head, url: string): EmailContent => ({
  heading: `The agreements as of ${day}`,
  paragraphs: [
    `This hash covers everything that has happened to all ${chains} agreements of ${url}: ${sha256}`,
    `It includes the previous hash: ${previousSha256}`,
    `Keep this email where nobody who runs the portal can change it. If you ever doubt the portal's records, "npm run verify-evidence -- --head ${sha256}" shows whether they have changed since that day.`,
  ],
  action: { label: 'Open the portal', url },
})

/** The job that emails the head of a day to the operator. */
export const sendHeadMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId, day }: JobData['evidence-head-mail'],
) => {
  const to = deps.settings.operatorEmail
  const head = await getHead(deps.db, day)
  if (!to || !head) return
  await deliver(deps, mailer, logId, {
    to,
    subject: headSubject(head),
    content: contentOf(head, deps.baseUrl()),
  })
}
