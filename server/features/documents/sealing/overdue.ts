import type { Deps } from '#server/deps.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { logQueuedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { countOverdueSeals, lockReports, wasReported } from './data.ts'

/** The number of minutes that a signed agreement may wait for its seal. */
export const overdueMinutes = 15
const subject = 'Signed agreements cannot be sealed'
const type = 'sealing_failed'

/** Logs when agreements have waited too long for their seal, and has an email about it sent to the operator once a day. */
export const reportOverdue = async ({
  db,
  jobs,
  log,
  settings,
}: Pick<Deps, 'db' | 'jobs' | 'log' | 'settings'>) => {
  const { count, failure } = await countOverdueSeals(db, overdueMinutes)
  if (count === 0) return
  log.error({ count, failure }, 'agreements have waited for their seal for too long')
  const recipient = settings.operatorEmail
  if (!recipient) return
  await db.transaction(async (tx) => {
    await lockReports(tx)
    if (await wasReported(tx, type)) return
    const logId = await logQueuedMail(tx, { recipient, subject, type })
    await jobs.enqueue(tx, 'operator-mail', { logId, count, failure })
  })
}

const contentOf = ({ count, failure }: JobData['operator-mail'], url: string): EmailContent => ({
  heading: subject,
  paragraphs: [
    `${count === 1 ? 'One signed agreement has' : `${count} signed agreements have`} waited for a seal for more than ${overdueMinutes} minutes. Nothing is lost: the signatures are stored, and the portal tries again every five minutes.`,
    `Reason: ${failure ?? 'none'}`,
  ],
  action: { label: 'Open the portal', url },
})

/** The job that emails the operator about agreements that cannot be sealed. */
export const sendOperatorMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  data: JobData['operator-mail'],
) => {
  const to = deps.settings.operatorEmail
  if (to) await deliver(deps, mailer, data.logId, { to, subject, content: contentOf(data, deps.baseUrl()) })
}
