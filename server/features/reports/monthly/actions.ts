import { keysOf } from '#contract/keys-of.ts'
import { type ReportFile, reportFileLabels, reportFiles } from '#contract/report-metrics.ts'
import { addressOf } from '#contract/screens.ts'
import type { Deps } from '#server/deps.ts'
import { logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createMonthlyEmails, getReader, type MonthlyEmail } from './data.ts'

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
)

/** Enqueues the emails about the month that is over, when they are due. Several processes together send each of them once. */
export const sendDueReports = ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, now = new Date()) =>
  db.transaction(async (tx) => {
    const emails = await createMonthlyEmails(
      tx,
      now,
      months.map((month) => `The report for ${month}`),
    )
    await jobs.enqueueAll(tx, 'monthly-report-mail', emails)
  })

/** The job that emails where a report is. Its numbers and files need a sign-in, so the email has none of them. */
export const sendReportEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId, from, to }: MonthlyEmail,
) => {
  const reader = await getReader(deps.db, logId)
  if (!reader) return logSkippedMail(deps.db, logId, 'The user was disabled or is no longer staff.')
  const urlOf = (file?: ReportFile) => `${deps.baseUrl()}${addressOf.report({ from, to }, file)}`
  await deliver(deps, mailer, logId, {
    to: reader.email,
    subject: reader.subject,
    content: {
      heading: reader.subject,
      paragraphs: ['The numbers are ready. Sign in to see them, or download what is behind them:'],
      items: keysOf(reportFiles).map((file) => ({
        label: `${reportFileLabels[file]} (CSV)`,
        url: urlOf(file),
      })),
      action: { label: 'Open the report', url: urlOf() },
    },
    unsubscribable: true,
  })
}
