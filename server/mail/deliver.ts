import type { Executor } from '#server/db/client.ts'
import { logFailedMail, logSentMail } from './data.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Sends a mail and notes what became of it. Rejects when it could not go out: the job that called tries again. */
export const deliver = async (db: Executor, mailer: Mailer, logId: string, mail: Mail) => {
  try {
    await mailer.send(mail)
  } catch (error) {
    await logFailedMail(db, logId, error instanceof Error ? error.message : String(error))
    throw error
  }
  await logSentMail(db, logId)
}
