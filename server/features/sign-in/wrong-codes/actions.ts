import type { Deps } from '#server/deps.ts'
import { getRecipient, isFinal, logQueuedMail, logSkippedMail } from '#server/mail/data.ts'
import { deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { withReportLink } from '#server/mail/report-link.ts'
import { getUserByEmail } from '../data.ts'
import { wrongCodesEmail, wrongCodesSubject } from '../emails.ts'
import * as data from './data.ts'

/** Enqueues the email about wrong codes, at most once a day. It does the same for every address: the job looks up the account. */
export const warnOwner = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, email: string) =>
  db.transaction(async (tx) => {
    if (!(await data.claimWarning(tx, email))) return
    const mail = { recipient: email, subject: wrongCodesSubject, type: 'wrong_codes' }
    await jobs.enqueue(tx, 'wrong-codes-mail', { logId: await logQueuedMail(tx, mail) })
  })

/** The job that emails the owner of an account about wrong codes. */
export const sendWrongCodesMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl'>,
  mailer: Mailer,
  { logId }: { logId: string },
  createReportLink: (userId: string) => Promise<string>,
) => {
  const { db, baseUrl } = deps
  if (await isFinal(db, logId)) return
  const user = await getUserByEmail(db, (await getRecipient(db, logId)) ?? '')
  if (!user || user.disabledAt) return logSkippedMail(db, logId, 'This address has no active account.')
  await deliverSecret(deps, mailer, logId, {
    to: user.email,
    subject: wrongCodesSubject,
    content: withReportLink(wrongCodesEmail(`${baseUrl()}/sign-in`), await createReportLink(user.id)),
  })
}
