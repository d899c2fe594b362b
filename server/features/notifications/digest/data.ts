import { type SQL, sql } from 'drizzle-orm'
import { type DigestContent, type DigestSection, digestRows } from '#contract/notifications/digest.ts'
import { keysOfMembership } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'
import { dayText } from '../data.ts'
import type { QueuedEmail } from '../emails/data.ts'
import { isQuiet } from '../preferences/data.ts'

const digestType = 'weekly_digest'
export const digestSubject = 'Your week in the Partner Portal'

const first = (section: SQL) =>
  sql`coalesce(jsonb_path_query_array(${section}.rows::jsonb, ${sql.raw(`'$[0 to ${digestRows - 1}]'`)}), '[]')`

/**
 * Computes the digests that are due, on Monday from 8 AM in the time zone of each user, for at most `limit` users, and logs their emails.
 * Users who have nothing to read get no email. Enqueue the emails in the same transaction.
 * @returns the emails, and the number of users whose digest was computed
 */
export const createDigests = async (tx: Executor, now: Date, limit: number) => {
  const at = sql`${now}::timestamptz`
  const local = sql`local_time(${at}, account.time_zone)`
  const isOn = (section: DigestSection) => sql`not (${section} = any(coalesce(account.digest_off, '{}')))`
  const { rows } = await tx.execute<QueuedEmail & { isEmpty: boolean }>(sql`
    with due as materialized (
      select distinct on (account.id) account.id as user_id, account.email, account.time_zone, member.partner_id, member.can_sign,
        date_trunc('week', ${local})::date as week, preference.digest_off, ${keysOfMembership} as keys
      from users account
      join memberships member on member.user_id = account.id and member.onboarding_status = 'completed'
      left join user_email_preferences preference on preference.user_id = account.id
      where account.role = 'user' and ${canBeEmailed} and ${wantsEmails('weeklyDigests')}
        and ${local} >= date_trunc('week', ${local}) + interval '8 hours'
        -- A portal that was off on Monday makes up for it on Tuesday.
        and extract(isodow from ${local}) <= 2
        and not ${isQuiet(at)}
        and not exists (select from weekly_digests former where former.user_id = account.id
          and former.week = date_trunc('week', ${local})::date)
      order by account.id, member.is_owner desc, member.accepted_at
      limit ${limit}
    ), new_files as materialized (
      select id, title, created_at, audience from resource_files where is_active and created_at > ${at} - interval '7 days'
    ), created as (
      insert into weekly_digests (user_id, week, content)
      select account.user_id, account.week, jsonb_build_object(
        'tasks', ${first(sql`tasks`)}, 'taskCount', tasks.count,
        'agreements', ${first(sql`agreements`)}, 'agreementCount', agreements.count,
        'activations', ${first(sql`activations`)}, 'activationCount', activations.count,
        'resources', ${first(sql`resources`)}, 'resourceCount', resources.count)
      from due account
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'name', own.task_name,
          'due', ${dayText(sql`own.due_date`)}, 'isOverdue', own.due_date <= ${at}) order by own.due_date, own.id) as rows
        from partner_tasks own
        where own.partner_id = account.partner_id and (own.assignee_id is null or own.assignee_id = account.user_id)
          and own.status <> 'completed' and own.deleted_at is null
          and own.due_date < ${at} + interval '7 days' and ${isOn('tasks')}
      ) tasks
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'documentName',
          ${agreementName(sql`own.document_type`)}) order by own.created_at, own.id) as rows
        from partner_documents own
        where own.partner_id = account.partner_id and account.can_sign
          and own.status = 'pending' and own.declined_at is null and ${isOn('agreements')}
      ) agreements
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'name', own.name,
          'date', to_char(local_time(own.activation_date, coalesce(own.time_zone, account.time_zone)), 'Mon FMDD, YYYY'))
          order by own.activation_date, own.id) as rows
        from partner_activations own
        where own.partner_id = account.partner_id and own.activation_date >= ${at}
          and own.activation_date < ${at} + interval '14 days' and ${isOn('activations')}
      ) activations
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'title', own.title)
          order by own.created_at desc, own.id) as rows
        from new_files own where own.audience && account.keys and ${isOn('resources')}
      ) resources
      -- Two processes could deadlock in another order.
      order by account.user_id
      on conflict do nothing
      returning user_id, week, content
    ), email as (
      insert into email_notification_logs (user_id, recipient, subject, type)
      select due.user_id, due.email, ${digestSubject}, ${digestType}
      from created join due using (user_id)
      where (content ->> 'taskCount')::int + (content ->> 'agreementCount')::int + (content ->> 'activationCount')::int
        + (content ->> 'resourceCount')::int > 0
      returning id, user_id
    )
    select created.user_id as "userId", email.id as "logId", email.id is null as "isEmpty"
    from created left join email using (user_id)`)
  return { emails: rows.filter(({ isEmpty }) => !isEmpty), users: rows.length }
}

/** Returns the query of the digests that a user may still read: none without a partner, and no agreements without the right to sign. */
const readableDigests = (userId: string) => sql`
  select week, content || case when own.can_sign then '{}' else '{"agreements": [], "agreementCount": 0}' end::jsonb as content
  from weekly_digests
  join (select bool_or(can_sign) as can_sign from memberships where user_id = ${userId}) own on own.can_sign is not null
  where user_id = ${userId}`

/** Returns the digest that an email is about, which is the newest of its user; undefined when the user may read none. */
export const getDigest = async (db: Executor, userId: string) => {
  const { rows } = await db.execute<{ content: DigestContent }>(
    sql`${readableDigests(userId)} order by week desc limit 1`,
  )
  return rows[0]?.content
}

/** Lists all digests of a user that are still stored. */
export const listDigests = async (db: Executor, userId: string) => {
  const { rows } = await db.execute<{ week: string; content: DigestContent }>(
    sql`${readableDigests(userId)} order by week`,
  )
  return rows
}
