import type { Executor } from '#server/db/client.ts'
import { logFailedMail, logSentMail } from './data.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Sends an email and logs the result. Rejects when sending fails, so that the job is retried. */
export const deliver = async (db: Executor, mailer: Mailer, logId: string, mail: Mail) => {
  try {
    await mailer.send(mail)
  } catch (error) {
    await logFailedMail(db, logId, error instanceof Error ? error.message : String(error))
    throw error
  }
  await logSentMail(db, logId)
}
