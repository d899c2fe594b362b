import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'

/** The address that the user of an email has by now, and their time zone; the address of the email where it is nobody's. */
export const getPresentReader = async (db: Executor, id: string) => {
  const [row] = await db
    .select({
      address: sql<string>`coalesce(${users.email}, ${emailNotificationLogs.recipient})`,
      timeZone: users.timeZone,
    })
    .from(emailNotificationLogs)
    .leftJoin(users, eq(users.id, emailNotificationLogs.userId))
    .where(eq(emailNotificationLogs.id, id))
  return row
}
