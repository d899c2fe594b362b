import { type SQL, sql } from 'drizzle-orm'
import { keysOfMembership } from '#server/db/audience.ts'
import { documentName, toMembers, toSigners } from '#server/features/notifications/notify/data.ts'
import type { DemoDeps } from './people.ts'

/** The columns of a notification except its user: its subject, its time and its text. */
interface Event {
  kind: string
  title: SQL
  detail?: SQL
  /** A moment whose date is shown after the detail. */
  detailAt?: SQL
  at: SQL
  about: 'task_id' | 'document_id' | 'resource_id'
  id: SQL
  /** The name that the portal gives the event, so that the portal does not send this notification again. */
  occasion?: SQL
  from: SQL
}

const ofPartner = ({
  kind,
  title,
  detail = sql`null`,
  detailAt = sql`null`,
  at,
  about,
  id,
  occasion = sql`null`,
  from,
}: Event) => sql`
  select member.user_id, ${kind} as kind, ${title} as title, ${detail}::text as detail, ${detailAt}::timestamptz as detail_at, ${at} as at,
    ${about === 'task_id' ? id : sql`null::uuid`} as task_id, ${about === 'document_id' ? id : sql`null::uuid`} as document_id,
    ${about === 'resource_id' ? id : sql`null::uuid`} as resource_id, null::uuid as partner_id,
    ${occasion}::text as occasion
  from ${from}`

const ofOwner = (title: SQL, detail: SQL, at: SQL, from: SQL) => sql`
  select own.owner_id, 'task_work', ${title} || ' · ' || profile.business_name, ${detail}::text, null, ${at}, own.id, null, null,
    own.partner_id, null
  from ${from} join partner_profiles profile on profile.id = own.partner_id where own.owner_id is not null`

const due = { detail: sql`'Due'`, detailAt: sql`own.due_date` }
const aboutTask = { about: 'task_id', id: sql`own.id`, from: sql`partner_tasks own ${toMembers}` } as const
const withComments = sql`task_comments written join partner_tasks own on own.id = written.task_id`
const isOpen = sql`own.status <> 'completed'`

const events = [
  ofPartner({
    ...aboutTask,
    kind: 'task_assigned',
    title: sql`'New task: ' || own.task_name`,
    ...due,
    at: sql`own.created_at`,
    occasion: sql`own.id`,
  }),
  ofPartner({
    ...aboutTask,
    kind: 'task_changed',
    title: sql`'New comment: ' || own.task_name`,
    detail: sql`written.body`,
    at: sql`written.created_at`,
    from: sql`${withComments} ${toMembers} and written.author_id <> account.id`,
  }),
  ofPartner({
    ...aboutTask,
    kind: 'task_changed',
    title: sql`'Accepted: ' || own.task_name`,
    at: sql`own.accepted_at`,
    from: sql`partner_tasks own ${toMembers} and own.accepted_at is not null`,
  }),
  ofPartner({
    ...aboutTask,
    kind: 'task_reminder',
    title: sql`'Due in 2 days: ' || own.task_name`,
    ...due,
    at: sql`date_trunc('day', own.due_date - interval '2 days') + interval '8 hours'`,
    occasion: sql`own.id || ':2:' || extract(epoch from own.due_date)`,
    from: sql`partner_tasks own ${toMembers} and (${isOpen} or own.updated_at > own.due_date - interval '2 days')`,
  }),
  ofPartner({
    ...aboutTask,
    kind: 'task_overdue',
    title: sql`'Overdue: ' || own.task_name`,
    ...due,
    detail: sql`'Was due'`,
    at: sql`own.due_date`,
    occasion: sql`own.id || ':' || extract(epoch from own.due_date)`,
    from: sql`partner_tasks own ${toMembers} and ${isOpen}`,
  }),
  ofPartner({
    kind: 'resource_added',
    title: sql`'New file: ' || own.title`,
    detail: sql`own.description`,
    at: sql`own.created_at`,
    about: 'resource_id',
    id: sql`own.id`,
    occasion: sql`'new:' || own.id`,
    from: sql`resource_files own join partner_profiles profile on profile.onboarding_status = 'completed'
      and profile.updated_at < own.created_at
      join memberships member on member.partner_id = profile.id and own.audience && ${keysOfMembership}`,
  }),
  ofPartner({
    kind: 'agreement_waiting',
    title: sql`'Reminder to sign: ' || ${documentName}`,
    detail: sql`'Waiting since'`,
    detailAt: sql`own.created_at`,
    at: sql`own.created_at + make_interval(days => later.days)`,
    about: 'document_id',
    id: sql`own.id`,
    occasion: sql`own.id || ':' || later.days`,
    from: sql`(values (3), (7)) later (days) join partner_documents own on own.status = 'pending' ${toSigners}`,
  }),
  ofOwner(
    sql`'New comment: ' || own.task_name`,
    sql`written.body`,
    sql`written.created_at`,
    sql`${withComments} and written.author_id <> own.owner_id`,
  ),
  ofOwner(
    sql`'New proof: ' || own.task_name`,
    sql`proof.file_name`,
    sql`proof.created_at`,
    sql`task_proofs proof join partner_tasks own on own.id = proof.task_id`,
  ),
  ofOwner(
    sql`'Completed: ' || own.task_name`,
    sql`null`,
    sql`moved.created_at`,
    sql`partner_activities moved join partner_tasks own on own.id = (moved.metadata ->> 'taskId')::uuid
      and moved.activity_type = 'task_status_changed' and moved.metadata ->> 'to' = 'completed'`,
  ),
]

/** Creates the notifications that the portal would have created for all of this. Those older than four days are read, so that a weekend leaves some unread. */
export const createNotifications = async ({ db }: Pick<DemoDeps, 'db'>) => {
  await db.execute(sql`
    insert into notifications (user_id, kind, title, detail, detail_at, task_id, document_id, resource_id, partner_id, occasion, created_at, seen_at)
    select user_id, kind, title, detail, detail_at, task_id, document_id, resource_id, partner_id, coalesce(occasion, gen_random_uuid()::text), at,
      case when at < now() - interval '4 days' then at + interval '5 hours' end
    from (${sql.join(events, sql` union all `)}) event
    where at between now() - interval '85 days' and now()
    -- Somebody of several partners is notified once.
    on conflict (user_id, kind, occasion) do nothing`)
}
