import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { reportSettings } from '#server/db/schema/reports.ts'
import { users } from '#server/db/schema/users.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'

export interface MonthlyEmail extends Record<string, unknown> {
  logId: string
  /** The first and the last day of the month. */
  from: string
  to: string
}

/**
 * Logs the emails about the month that is over, from seven in the morning of the first day in the company's time zone, once. A portal that
 * was off makes up for it on the second and third. Enqueue the emails in the same transaction.
 * @param subjects the subjects of the emails about each month of the year, January first, without the year
 */
export const createMonthlyEmails = async (tx: Executor, now: Date, subjects: string[]) => {
  const local = sql`local_time(${now}::timestamptz, time_zone)`
  const { rows } = await tx.execute<MonthlyEmail>(sql`
    with month as (
      update ${reportSettings} set emailed_month = date_trunc('month', ${local})::date
      where emailed_month is distinct from date_trunc('month', ${local})::date
        and ${local} >= date_trunc('month', ${local}) + interval '7 hours' and extract(day from ${local}) <= 3
      returning (emailed_month - interval '1 month')::date as first, emailed_month - 1 as last
    ), email as (
      insert into ${emailNotificationLogs} (user_id, recipient, subject, type)
      select account.id, account.email,
        (${sql.param(subjects)}::text[])[extract(month from month.first)::int] || to_char(month.first, ' YYYY'), 'monthly_report'
      from month cross join ${users} account left join user_email_preferences preference on preference.user_id = account.id
      where account.role in ('support', 'admin') and ${canBeEmailed} and ${wantsEmails('monthlyReports')}
      returning id
    )
    select email.id as "logId", to_char(month.first, 'YYYY-MM-DD') as from, to_char(month.last, 'YYYY-MM-DD') as to from email, month`)
  return rows
}

/** Returns the recipient of an email about a month; undefined when they are disabled or no longer staff. */
export const getReader = async (db: Executor, logId: string) => {
  const [reader] = await db
    .select({ email: users.email, subject: emailNotificationLogs.subject })
    .from(emailNotificationLogs)
    .innerJoin(users, eq(users.id, emailNotificationLogs.userId))
    .where(
      and(
        eq(emailNotificationLogs.id, logId),
        isNull(users.disabledAt),
        inArray(users.role, ['support', 'admin']),
      ),
    )
  return reader
}
