import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { NeedsAttention } from '#contract/attention.ts'
import { longUnsignedDays } from '#contract/documents/document-filters.ts'
import type { Role } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName } from '#server/db/user-names.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { sealFailureOf } from '#server/features/documents/sealing/seal-failure.ts'
import { isInState, isOverdueSeal, isOwnerDisabled } from '#server/features/documents/states/data.ts'
import { listLeftBehind } from '#server/features/handover/data.ts'
import { isOf } from '#server/features/partners/filter/data.ts'
import { canTake } from '#server/features/users/access.ts'

const maxRows = 10
const maxWait = sql`make_interval(days => ${longUnsignedDays})`

type ResponseBody = z.output<typeof NeedsAttention>

/** Counts all rows of a query and returns the first of them. `first` orders the rows; `moment` names their column that is a time. */
const readGroup = async <K extends keyof ResponseBody>(
  db: Executor,
  all: SQL,
  first: SQL,
  moment: string,
) => {
  const { rows } = await db.execute<{ count: number; rows: Record<string, string>[] }>(sql`
    select (select count(*)::int from (${all}) as found) as count,
      coalesce((select jsonb_agg(shown) from (${all} order by ${first} limit ${maxRows}) as shown), '[]') as rows`)
  if (!rows[0]) throw new Error('counting brought no row')
  // JSON has no type for times, so the column arrives as a string.
  const shown = rows[0].rows.map((row) => ({ ...row, [moment]: new Date(row[moment] ?? '') }))
  return { count: rows[0].count, rows: shown } as unknown as ResponseBody[K]
}

const partner = sql`jsonb_build_object('id', profile.id, 'fullName', profile.full_name, 'businessName', profile.business_name)`

const ownerCanSignIn = sql`exists (select from ${users} where id = profile.user_id and disabled_at is null)`

// The condition is written out as in the partial index: with a parameter, PostgreSQL would not recognize that it is the same.
const waitingConversations = sql`
  select conversation.id, conversation.waiting_since as since,
    ${displayName('account', sql`profile.full_name`)} as name,
    profile.business_name as "businessName"
  from ${chatConversations} as conversation
  left join ${partnerProfiles} as profile on profile.id = conversation.partner_id
  join ${users} as account on account.id = coalesce(conversation.user_id, profile.user_id)
  where conversation.waiting_since is not null and conversation.snoozed_until is null`

const tasksToReview = sql`
  select task.id, task.task_name as "taskName", ${partner} as partner,
    (select max(created_at) from ${taskProofs} where task_id = task.id) as since
  from ${partnerTasks} as task join ${partnerProfiles} as profile on profile.id = task.partner_id
  where task.status = 'completed' and task.accepted_at is null and task.deleted_at is null
    and exists (select from ${taskProofs} where task_id = task.id)`

const overdueTasks = sql`
  select task.id, task.task_name as "taskName", task.due_date as "dueDate", ${partner} as partner
  from ${partnerTasks} as task join ${partnerProfiles} as profile on profile.id = task.partner_id
  where task.status <> 'completed' and task.deleted_at is null and task.due_date < now()`

const document = sql`document`

const unsignedDocuments = sql`
  select document.id, ${agreementName(sql`document.document_type`)} as "documentName", document.created_at as since, ${partner} as partner
  from ${partnerDocuments} as document join ${partnerProfiles} as profile on profile.id = document.partner_id
  where ${isInState.to_sign(document)} and document.created_at < now() - ${maxWait} and not ${isOwnerDisabled(document)}`

const declinedDocuments = sql`
  select document.id, ${agreementName(sql`document.document_type`)} as "documentName", document.decline_reason as reason,
    document.declined_at as since, ${partner} as partner
  from ${partnerDocuments} as document join ${partnerProfiles} as profile on profile.id = document.partner_id
  where ${isInState.declined(document)} and not ${isOwnerDisabled(document)}`

const unsealedDocuments = sql`
  select document.id, ${agreementName(sql`document.document_type`)} as "documentName",
    case seal.part when 'signature' then document.signed_at else seal.requested_at end as since, seal.failure, ${partner} as partner
  from ${documentSeals} as seal join ${partnerDocuments} as document on document.id = seal.document_id
  join ${partnerProfiles} as profile on profile.id = document.partner_id
  where ${isOverdueSeal(sql`seal`)}`

const documentsToCountersign = sql`
  select document.id, ${agreementName(sql`document.document_type`)} as "documentName", document.signed_at as since, ${partner} as partner
  from ${partnerDocuments} as document join ${partnerProfiles} as profile on profile.id = document.partner_id
  where ${isInState.waiting_for_company(document)}`

const stalledPartners = sql`
  select profile.id, profile.full_name as "fullName", profile.business_name as "businessName",
    profile.onboarding_status as "onboardingStatus", profile.created_at as since
  from ${partnerProfiles} as profile
  where profile.onboarding_status <> 'completed' and profile.created_at < now() - ${maxWait} and ${ownerCanSignIn}
    and not exists (
      select from ${partnerDocuments} where partner_id = profile.id and status = 'pending'
        and (declined_at is not null or created_at < now() - ${maxWait}))`

// A mail server that is down for some minutes needs no attention.
const passingFailure = sql`interval '1 hour'`

// A bounced email counts until its user's address accepts emails or is replaced. Without a user it does not: strangers enter any address.
const failedEmails = sql`
  select email.id, email.subject, email.recipient, email.created_at as at, profile.id as "partnerId"
  from ${emailNotificationLogs} as email left join ${partnerProfiles} as profile on profile.user_id = email.user_id
  where email.status in ('retrying', 'failed', 'refused', 'bounced') and email.created_at > now() - ${maxWait}
    and case email.status
      when 'retrying' then email.created_at < now() - ${passingFailure}
      when 'bounced' then exists (select from ${users} where id = email.user_id and email_refused_at is not null)
      else true end`

interface AttentionFilter {
  /** The manager of the partners that it is about, or `none`; undefined for all partners. */
  manager?: string | undefined
  partnerId?: string | undefined
}

/**
 * Returns what waits for staff, of all partners or of some, sorted by how long it has waited; of all partners also what former staff have
 * left behind that the reader may hand over.
 */
export const getNeedsAttention = async (
  db: Executor,
  reader: { role: Role },
  { manager, partnerId }: AttentionFilter,
): Promise<ResponseBody> => {
  const isAsked = sql.join(
    [
      ...(manager ? [sql` and ${isOf(sql`profile.manager_id`, manager)}`] : []),
      ...(partnerId ? [sql` and profile.id = ${partnerId}`] : []),
    ],
    sql``,
  )
  // Each query ends with its conditions, and joins the partner as `profile`.
  const group = <K extends keyof ResponseBody>(all: SQL, first: SQL, moment: string) =>
    readGroup<K>(db, sql`${all}${isAsked}`, first, moment)
  const waiting = await Promise.all([
    group<'conversations'>(waitingConversations, sql`conversation.waiting_since, id`, 'since'),
    group<'tasksToReview'>(tasksToReview, sql`since, id`, 'since'),
    group<'overdueTasks'>(overdueTasks, sql`task.due_date, task.id`, 'dueDate'),
    group<'declinedDocuments'>(declinedDocuments, sql`document.declined_at, document.id`, 'since'),
    group<'unsignedDocuments'>(unsignedDocuments, sql`document.created_at, document.id`, 'since'),
    group<'unsealedDocuments'>(unsealedDocuments, sql`seal.requested_at, document.id`, 'since'),
    group<'documentsToCountersign'>(documentsToCountersign, sql`document.signed_at, document.id`, 'since'),
    group<'stalledPartners'>(stalledPartners, sql`profile.created_at, profile.id`, 'since'),
    group<'failedEmails'>(failedEmails, sql`email.created_at desc, email.id`, 'at'),
  ])
  const [conversations, toReview, overdue, declined, unsigned, unsealed, toCountersign, stalled, failed] =
    waiting
  const isOfAll = !manager && !partnerId
  const left = isOfAll ? (await listLeftBehind(db)).filter((user) => canTake(reader, user)) : []
  return {
    conversations,
    tasksToReview: toReview,
    overdueTasks: overdue,
    declinedDocuments: declined,
    unsignedDocuments: unsigned,
    unsealedDocuments: {
      ...unsealed,
      // The error message itself can contain names and addresses of the server.
      rows: unsealed.rows.map((row) => ({ ...row, failure: sealFailureOf(row.failure) })),
    },
    documentsToCountersign: toCountersign,
    stalledPartners: stalled,
    failedEmails: failed,
    leftBehind: { count: left.length, rows: left.slice(0, maxRows) },
  }
}
