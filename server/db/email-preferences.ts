import { type SQL, sql } from 'drizzle-orm'
import { type EmailSwitch, emailSwitches, switchesOffAtFirst } from '#contract/notifications/kinds.ts'
import type { Executor } from './client.ts'
import { userEmailPreferences } from './schema/users.ts'

/** Whether a user wants the emails of a switch, for a query with the alias `preference`: a left join of `user_email_preferences`. */
export const wantsEmails = (name: EmailSwitch): SQL<boolean> =>
  sql`coalesce(not (${sql.raw(`'${name}'`)} = any(preference.email_off)), ${sql.raw(String(!switchesOffAtFirst.includes(name)))})`

/** Returns all switches; those named are off. Without a row of the user, undefined, they are as they are at first. */
export const switchesWithout = (off: readonly string[] = switchesOffAtFirst) =>
  Object.fromEntries(emailSwitches.map((name) => [name, !off.includes(name)])) as Record<EmailSwitch, boolean>

type Stored = Omit<typeof userEmailPreferences.$inferInsert, 'userId' | 'emailOff'>

/** Stores the given preferences and switches. All other switches keep their values, even if another tab is changing them at this moment. */
export const storeEmailPreferences = async (
  db: Executor,
  userId: string,
  switches: Partial<Record<EmailSwitch, boolean>>,
  others: Stored = {},
) => {
  const [on, off] = [true, false].map((value) => emailSwitches.filter((name) => switches[name] === value))
  const emailOff = sql`array(
    select unnest(${userEmailPreferences.emailOff} || ${sql.param(off)}::text[]) except select unnest(${sql.param(on)}::text[]))`
  await db
    .insert(userEmailPreferences)
    .values({
      userId,
      emailOff: [...(off ?? []), ...switchesOffAtFirst.filter((name) => switches[name] === undefined)],
      ...others,
    })
    .onConflictDoUpdate({ target: userEmailPreferences.userId, set: { emailOff, ...others } })
}
