import type { Deps } from '#server/deps.ts'
import { logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { getRecipient } from '../emails/data.ts'
import { digestEmail } from './compose.ts'
import { createDigests, digestSubject, getDigest } from './data.ts'

const usersAtOnce = 1_000

/**
 * The job that runs every quarter of an hour: computes the digests that are due, and enqueues their emails.
 * @param now another time than the present, for tests
 */
export const sendDueDigests = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, now = new Date()) => {
  const createBatch = () =>
    db.transaction(async (tx) => {
      const { emails, users } = await createDigests(tx, now, usersAtOnce)
      await jobs.enqueueAll(
        tx,
        'weekly-digest-mail',
        emails.map(({ logId, userId }) => ({ logId, userId })),
      )
      return users
    })
  // A batch is smaller than it could be where another process has created some of its digests.
  while ((await createBatch()) > 0);
}

/** The job that sends the email of a weekly digest. */
export const sendDigestEmail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId, userId }: { logId: string; userId: string },
) => {
  const { db, baseUrl } = deps
  const recipient = await getRecipient(db, logId)
  const digest = await getDigest(db, userId)
  if (!recipient || !digest)
    return logSkippedMail(db, logId, 'The user was disabled or lost access before the email was sent.')
  const content = digestEmail(digestSubject, digest, baseUrl())
  await deliver(deps, mailer, logId, {
    to: recipient.email,
    subject: digestSubject,
    content,
    unsubscribable: true,
  })
}
