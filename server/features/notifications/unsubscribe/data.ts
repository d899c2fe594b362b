import { eq } from 'drizzle-orm'
import type { EmailSwitch } from '#contract/notifications/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { storeEmailPreferences } from '#server/db/email-preferences.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'

/** Returns the email with this token, and the user who got it; undefined when one of them is gone. */
export const findEmail = async (db: Executor, token: string) => {
  const [email] = await db
    .select({ type: emailNotificationLogs.type, content: emailNotificationLogs.content, userId: users.id })
    .from(emailNotificationLogs)
    .innerJoin(users, eq(users.id, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.unsubscribeToken, token))
  return email
}

/** Turns off these switches of a user. */
export const switchOff = (db: Executor, userId: string, switches: EmailSwitch[]) =>
  storeEmailPreferences(db, userId, Object.fromEntries(switches.map((name) => [name, false])))
