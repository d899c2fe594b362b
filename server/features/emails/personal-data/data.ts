import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { eraseMailsAbout, isMailTo } from '#server/mail/data.ts'
import { renderText } from '#server/mail/email-content.ts'
import { pagesEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'

/** Reads a page of the emails to a user, the oldest first. */
export const listOwnEmails = (db: Executor, user: { id: string; email: string }) =>
  oldestFirst(
    db
      .select({
        ...pick(emailNotificationLogs, 'id', 'content', 'recipient', 'subject', 'type', 'status'),
        ...pick(emailNotificationLogs, 'createdAt', 'sentAt'),
      })
      .from(emailNotificationLogs),
    pick(emailNotificationLogs, 'createdAt', 'id'),
    isMailTo(user),
  )

export const emailData: PersonalData = {
  files: {
    'emails.json': 'the emails that the portal sent you, except for those with codes or about other people',
  },

  async *entries({ db, user, settings }) {
    yield* pagesEntry('emails.json', listOwnEmails(db, user), ({ id: _id, content, ...row }) =>
      // The email names other users, so its subject and text are left out.
      content?.about?.length
        ? { ...row, subject: null, text: null }
        : { ...row, text: content && renderText(content, settings.companyName) },
    )
  },

  count: async (db, erased) => ({ emails: await db.$count(emailNotificationLogs, isMailTo(erased)) }),

  async erase(tx, erased) {
    await tx.delete(emailNotificationLogs).where(isMailTo(erased))
    await eraseMailsAbout(tx, erased.id)
  },
}
