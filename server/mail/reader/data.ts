import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { belongsToSeveral } from '#server/db/several-partners.ts'

/**
 * Returns the present address and time zone of an email's user, and whether the user belongs to several partners; the email's own address
 * if it has no user.
 */
export const getPresentReader = async (db: Executor, id: string) => {
  const [row] = await db
    .select({
      address: sql<string>`coalesce(${users.email}, ${emailNotificationLogs.recipient})`,
      timeZone: users.timeZone,
      isOfSeveral: belongsToSeveral(users.id),
    })
    .from(emailNotificationLogs)
    .leftJoin(users, eq(users.id, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.id, id))
  return row
}
