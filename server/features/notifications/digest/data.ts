import { type SQL, sql } from 'drizzle-orm'
import {
  type DigestContent,
  type DigestSection,
  digestRows,
  digestSections,
} from '#contract/notifications/digest.ts'
import { keysOfMembership } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { belongsToSeveral } from '#server/db/several-partners.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'
import { dayText } from '../data.ts'
import type { QueuedEmail } from '../emails/data.ts'
import { isQuiet } from '../preferences/data.ts'

const digestType = 'weekly_digest'
export const digestSubject = 'Your week in the Partner Portal'

/** The part of an item that names its partner, and for a user of several partners also the business; uses `own` and `account`. */
const partnerOfItem = sql`'partnerId', own.partner_id, 'businessName', case when account.is_of_several then (
  select business_name from partner_profiles where id = own.partner_id) end`

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
      select account.id as user_id, account.email, account.time_zone, array_agg(member.partner_id) as partner_ids,
        array_agg(member.partner_id) filter (where member.can_sign) as signed_for_ids,
        ${belongsToSeveral(sql`account.id`)} as is_of_several, date_trunc('week', ${local})::date as week, preference.digest_off,
        array_agg(${keysOfMembership}) as keys
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
      group by account.id, preference.user_id
      order by account.id
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
          'due', ${dayText(sql`own.due_date`)}, 'isOverdue', own.due_date <= ${at}, ${partnerOfItem}) order by own.due_date, own.id) as rows
        from partner_tasks own
        where own.partner_id = any(account.partner_ids) and (own.assignee_id is null or own.assignee_id = account.user_id)
          and own.status <> 'completed' and own.deleted_at is null
          and own.due_date < ${at} + interval '7 days' and ${isOn('tasks')}
      ) tasks
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'documentName',
          ${agreementName(sql`own.document_type`)}, ${partnerOfItem}) order by own.created_at, own.id) as rows
        from partner_documents own
        where own.partner_id = any(account.signed_for_ids)
          and own.status = 'pending' and own.declined_at is null and ${isOn('agreements')}
      ) agreements
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'name', own.name,
          'date', to_char(local_time(own.activation_date, coalesce(own.time_zone, account.time_zone)), 'Mon FMDD, YYYY'), ${partnerOfItem})
          order by own.activation_date, own.id) as rows
        from partner_activations own
        where own.partner_id = any(account.partner_ids) and own.stage <> 'canceled' and own.activation_date >= ${at}
          and own.activation_date < ${at} + interval '14 days' and ${isOn('activations')}
      ) activations
      cross join lateral (
        select count(*)::int as count, json_agg(json_build_object('id', own.id, 'title', own.title, 'partnerIds', (
            select json_agg(member.partner_id order by member.is_owner desc, member.accepted_at, member.partner_id)
            from memberships member
            where member.user_id = account.user_id and member.onboarding_status = 'completed' and own.audience && ${keysOfMembership}),
          'namesPartner', account.is_of_several)
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

type OfPartners = { partnerId?: string; partnerIds?: string[] }
type Stored = { week: string; content: DigestContent }

/** Returns what a user may still read of a digest: nothing of a former partner, and no agreements where they do not sign. */
const readablePart = (content: DigestContent, { own, signed }: { own: string[]; signed: string[] }) => {
  // A digest without partners is of the time when each user had one.
  const left = <Item extends OfPartners>(items: Item[], count: number, ids: string[]) => {
    const isReadable = ({ partnerId, partnerIds }: OfPartners) =>
      (partnerIds ?? [partnerId ?? ids[0]]).some((id) => id && ids.includes(id))
    const readable = items.filter(isReadable)
    return [readable, readable.length === items.length ? count : readable.length] as const
  }
  const [tasks, taskCount] = left(content.tasks, content.taskCount, own)
  const [agreements, agreementCount] = left(content.agreements, content.agreementCount, signed)
  const [activations, activationCount] = left(content.activations, content.activationCount, own)
  const [files, resourceCount] = left(content.resources, content.resourceCount, own)
  const resources = files.map(({ partnerIds, ...file }) => ({
    ...file,
    ...(partnerIds && { partnerIds: partnerIds.filter((id) => own.includes(id)) }),
  }))
  return {
    ...{ tasks, taskCount, agreements, agreementCount },
    ...{ activations, activationCount, resources, resourceCount },
  }
}

/** Lists what a user may still read of their stored digests, the oldest first: nothing without a partner. */
export const listDigests = async (db: Executor, userId: string) => {
  const { rows } = await db.execute<Stored & { own: string[]; signed: string[] | null }>(sql`
    select week, content, own, signed from weekly_digests
    join (select array_agg(partner_id) as own, array_agg(partner_id) filter (where can_sign) as signed
      from memberships where user_id = ${userId}) membership on membership.own is not null
    where user_id = ${userId} order by week`)
  return rows.map(
    ({ week, content, own, signed }): Stored => ({
      week,
      content: readablePart(content, { own, signed: signed ?? [] }),
    }),
  )
}

/** Returns what an email of a digest is about: the newest digest of its user. Undefined when the user may read nothing of it. */
export const getDigest = async (db: Executor, userId: string) => {
  const newest = (await listDigests(db, userId)).at(-1)?.content
  return newest && digestSections.some((section) => newest[section].length > 0) ? newest : undefined
}
