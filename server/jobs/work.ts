import type { Deps } from '#server/deps.ts'
import { sendSignInMail } from '#server/features/sign-in/actions.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { sweep } from './sweep.ts'

const nightly = '17 3 * * *'

/** Puts this process to work on every kind of job. */
export const workOnJobs = async (deps: Deps, mailer: Mailer) => {
  const { jobs, db } = deps
  await jobs.work('sign-in-mail', (data) => sendSignInMail(deps, mailer, data))
  await jobs.work('sweep', () => sweep(db))
  await jobs.schedule('sweep', nightly)
}
