import { eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { EmailPreferences, UpdateEmailPreferences } from '#contract/notifications/preferences.ts'
import type { Executor } from '#server/db/client.ts'
import { storeEmailPreferences, switchesWithout } from '#server/db/email-preferences.ts'
import { userEmailPreferences } from '#server/db/schema/users.ts'

/** Returns the SQL condition under which a moment is in a user's quiet hours. Uses the aliases `account` and `preference`. */
export const isQuiet = (at: SQL) => {
  const time = sql`to_char(local_time(${at}, account.time_zone), 'HH24:MI')`
  const [from, until] = [sql`preference.quiet_from`, sql`preference.quiet_until`]
  return sql`coalesce(case when ${from} < ${until} then ${time} >= ${from} and ${time} < ${until}
    else ${time} >= ${from} or ${time} < ${until} end, false)`
}

/** Returns the email preferences of a user. Nearly everything is on for a user who has no row. */
export const getPreferences = async (db: Executor, userId: string): Promise<EmailPreferences> => {
  const [row] = await db.select().from(userEmailPreferences).where(eq(userEmailPreferences.userId, userId))
  const { quietFrom: from, quietUntil: until } = row ?? {}
  return {
    ...switchesWithout(row?.emailOff),
    bellOff: (row?.bellOff ?? []) as EmailPreferences['bellOff'],
    digestOff: (row?.digestOff ?? []) as EmailPreferences['digestOff'],
    quietHours: from && until ? { from, until } : null,
  }
}

/** Changes the given preferences, and returns all of them. */
export const savePreferences = async (
  db: Executor,
  userId: string,
  { quietHours, bellOff, digestOff, ...switches }: z.output<typeof UpdateEmailPreferences>,
) => {
  await storeEmailPreferences(db, userId, switches, {
    ...(bellOff && { bellOff }),
    ...(digestOff && { digestOff }),
    ...(quietHours !== undefined && {
      quietFrom: quietHours?.from ?? null,
      quietUntil: quietHours?.until ?? null,
    }),
  })
  return getPreferences(db, userId)
}
