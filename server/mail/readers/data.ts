import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { switchesOf } from '../switches.ts'

/**
 * Whether emails may go to the user with the alias `account`: not to disabled users, and not to users who were neither invited nor have
 * ever signed in. The latter find the notifications in the portal.
 */
export const canBeEmailed = sql`(account.disabled_at is null and (account.invited_at is not null or account.last_sign_in_at is not null))`

// These emails invite a user, or are sent because the user requested them.
const typesForEveryone = ['welcome', 'member_invitation', 'sign_in_code']

/** Whether an email is to a user who was neither invited nor has ever signed in. Such emails are not sent. */
export const isToUninvited = async (db: Executor, id: string) =>
  (await db.$count(
    emailNotificationLogs,
    and(
      eq(emailNotificationLogs.id, id),
      notInArray(emailNotificationLogs.type, typesForEveryone),
      sql`exists (select from ${users} account where account.id = ${emailNotificationLogs.userId}
        and account.invited_at is null and account.last_sign_in_at is null)`,
    ),
  )) > 0

/** Whether the reader has switched off everything that the email is about. Users without preferences get everything. */
export const isUnsubscribed = async (db: Executor, id: string) => {
  const [row] = await db
    .select({
      type: emailNotificationLogs.type,
      content: emailNotificationLogs.content,
      emailOff: userEmailPreferences.emailOff,
    })
    .from(emailNotificationLogs)
    .innerJoin(userEmailPreferences, eq(userEmailPreferences.userId, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.id, id))
  const switches = row ? switchesOf(row) : []
  return switches.length > 0 && switches.every((name) => row?.emailOff.includes(name))
}
