import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { NeedsAttention } from '#contract/attention.ts'
import { type MarkedKind, markedKinds } from '#contract/attention-kinds.ts'
import { longUnsignedDays } from '#contract/documents/document-filters.ts'
import type { Role } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { isOf } from '#server/db/partner-filter.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { attentionMarks } from '#server/db/schema/attention.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { obligations, termAnswers } from '#server/db/schema/obligations.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { activationRecaps } from '#server/db/schema/recaps.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { stalledSince } from '#server/db/stalled-since.ts'
import { displayName } from '#server/db/user-names.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { sealFailureOf } from '#server/features/documents/sealing/seal-failure.ts'
import { isInState, isOverdueSeal, isOwnerDisabled } from '#server/features/documents/states/data.ts'
import { listLeftBehind } from '#server/features/handover/data.ts'
import { isLateIn, obligationName } from '#server/features/obligations/data.ts'
import { invoiceName, invoiceStatus } from '#server/features/payments/invoices/data.ts'
import { canTake } from '#server/features/users/access.ts'

const maxWait = sql`make_interval(days => ${longUnsignedDays})`

type ResponseBody = z.output<typeof NeedsAttention>

const partner = sql`jsonb_build_object('id', profile.id, 'fullName', profile.full_name, 'businessName', profile.business_name)`

const partnerOrNull = sql`case when profile.id is not null then ${partner} end`

const ownerCanSignIn = sql`exists (select from ${users} where id = profile.user_id and disabled_at is null)`

// The condition is written out as in the partial index: with a parameter, PostgreSQL would not recognize that it is the same.
const waitingConversations = sql`
  select conversation.id, conversation.waiting_since as since,
    ${displayName('account', sql`profile.full_name`)} as name,
    profile.business_name as "businessName", ${partnerOrNull} as partner
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

const unreadTerms = sql`
  select document.id, ${agreementName(sql`document.document_type`)} as "documentName", cardinality(asked.asked) as terms,
    asked.created_at as since, ${partner} as partner
  from ${termAnswers} as asked join ${partnerDocuments} as document on document.id = asked.document_id
  join ${partnerProfiles} as profile on profile.id = document.partner_id
  where cardinality(asked.asked) > 0 and document.status = 'signed' and document.voided_at is null`

// A day is over when it is at the place. The first condition lets an index find the rows.
const lateObligations = sql`
  select own.id, ${obligationName(sql`own.kind`)} as name, own.owed_by as "owedBy", own.document_id as "documentId",
    (own.due_on + 1)::timestamp at time zone own.time_zone as since, ${partner} as partner
  from ${obligations} as own join ${partnerProfiles} as profile on profile.id = own.partner_id
  where own.status = 'open' and own.due_on <= current_date and ${isLateIn(sql`own`)}`

// An event without an end is over a day after its start. The range lets an index find the rows.
const missingRecaps = sql`
  select own.id, own.name, coalesce(own.ends_at, own.activation_date + interval '1 day') as since, ${partner} as partner
  from ${partnerActivations} as own join ${partnerProfiles} as profile on profile.id = own.partner_id
  where tstzrange(own.activation_date, coalesce(own.ends_at, own.activation_date), '[]')
      && tstzrange(now() - interval '61 days', now() - interval '7 days')
    and coalesce(own.ends_at, own.activation_date + interval '1 day') between now() - interval '60 days' and now() - interval '7 days'
    and own.stage <> 'canceled'
    and not exists (select from ${activationRecaps} where activation_id = own.id and submitted_at is not null)`
const invoicesToReview = sql`
  select own.id, ${invoiceName(sql`own`, sql`owed.kind`)} as name, own.received_at as since, ${partner} as partner
  from ${invoices} as own join ${partnerProfiles} as profile on profile.id = own.partner_id
  left join ${obligations} as owed on owed.id = own.obligation_id
  where own.status = 'received' and ${invoiceStatus(sql`own`)} = 'received'`

const stalledPartners = sql`
  select profile.id, profile.full_name as "fullName", profile.business_name as "businessName",
    profile.onboarding_status as "onboardingStatus", profile.created_at as since
  from ${partnerProfiles} as profile
  where profile.onboarding_status <> 'completed' and profile.created_at < ${stalledSince} and ${ownerCanSignIn}
    and not exists (
      select from ${partnerDocuments} where partner_id = profile.id and status = 'pending'
        and (declined_at is not null or created_at < now() - ${maxWait}))`

// A mail server that is down for some minutes needs no attention.
const passingFailure = sql`interval '1 hour'`

// A bounced email counts until its user's address accepts emails or is replaced. Without a user it does not: strangers enter any address.
const failedEmails = sql`
  select email.id, email.subject, email.recipient, email.created_at as at, profile.id as "partnerId",
    ${partnerOrNull} as partner
  from ${emailNotificationLogs} as email left join ${partnerProfiles} as profile on profile.user_id = email.user_id
  where email.status in ('retrying', 'failed', 'refused', 'bounced') and email.created_at > now() - ${maxWait}
    and case email.status
      when 'retrying' then email.created_at < now() - ${passingFailure}
      when 'bounced' then exists (select from ${users} where id = email.user_id and email_refused_at is not null)
      else true end`

type AttentionKind = Exclude<keyof ResponseBody, 'leftBehind'>

type Group = {
  /** Selects all items; the statement ends with its conditions, and joins the partner as `profile`. */
  all: SQL
  /** The column with the moment of the item, by which the items are sorted. */
  moment: string
  isLatestFirst?: true
}

const groups: { [Kind in AttentionKind]: Group } = {
  conversations: { all: waitingConversations, moment: 'since' },
  tasksToReview: { all: tasksToReview, moment: 'since' },
  overdueTasks: { all: overdueTasks, moment: 'dueDate' },
  declinedDocuments: { all: declinedDocuments, moment: 'since' },
  unsignedDocuments: { all: unsignedDocuments, moment: 'since' },
  unsealedDocuments: { all: unsealedDocuments, moment: 'since' },
  documentsToCountersign: { all: documentsToCountersign, moment: 'since' },
  unreadTerms: { all: unreadTerms, moment: 'since' },
  lateObligations: { all: lateObligations, moment: 'since' },
  missingRecaps: { all: missingRecaps, moment: 'since' },
  invoicesToReview: { all: invoicesToReview, moment: 'since' },
  stalledPartners: { all: stalledPartners, moment: 'since' },
  failedEmails: { all: failedEmails, moment: 'at', isLatestFirst: true },
}

const isMarkedKind = (kind: AttentionKind): kind is MarkedKind => markedKinds.some((each) => each === kind)

interface AttentionQuery {
  /** The manager of the partners that it is about, or `none`; undefined for all partners. */
  manager?: string | undefined
  partnerId?: string | undefined
  /** Set for the marked items in place of those that wait. */
  marked?: 'true' | undefined
  limit: number
}

/** Selects the items of a kind, with the alias `item`. */
const itemsOf = (kind: AttentionKind, condition = sql``) => sql`(${groups[kind].all}${condition}) as item`

/** The mark of an item of the kind, with the alias `mark`. An item that happened again since it was marked has none. */
const markOf = (kind: AttentionKind) => sql`${attentionMarks} as mark
  where mark.kind = ${kind} and mark.subject_id = item.id and mark.since >= item.${sql.identifier(groups[kind].moment)}`

// JSON has no type for times, so they arrive as strings.
const withTimes = (row: Record<string, unknown>, moment: string) => {
  const mark = row.mark as { until: string | null; at: string } | undefined
  const time = (text: unknown) => new Date(String(text))
  const times = mark && { mark: { ...mark, at: time(mark.at), until: mark.until && time(mark.until) } }
  return { ...row, [moment]: time(row[moment]), ...times }
}

/** Counts the items of a kind and those of them that are marked, and returns the first that wait, or that are marked. */
const readGroup = async <K extends AttentionKind>(
  db: Executor,
  kind: K,
  { manager, partnerId, marked, limit }: AttentionQuery,
) => {
  const { moment, isLatestFirst } = groups[kind]
  const items = itemsOf(
    kind,
    sql`${manager ? sql` and ${isOf(sql`profile.manager_id`, manager)}` : sql``}
      ${partnerId ? sql` and profile.id = ${partnerId}` : sql``}`,
  )
  const at = sql`item.${sql.identifier(moment)}`
  const order = sql`${isLatestFirst ? sql`${at} desc` : at}, item.id`
  const { rows } = await db.execute<{ count: number; marked: number; rows: Record<string, unknown>[] }>(sql`
    select (select count(*)::int from ${items}) as count,
      (select count(*)::int from ${items} where exists (select from ${markOf(kind)})) as marked,
      coalesce((select jsonb_agg(shown) from (
        select item.*${
          marked && isMarkedKind(kind)
            ? sql`, (select jsonb_build_object('until', mark.until, 'at', mark.created_at,
          'by', (select ${displayName('marker')} from ${users} as marker where marker.id = mark.marked_by)) from ${markOf(kind)}) as mark`
            : sql``
        }
        from (
          select item.id as first_id from ${items} where ${marked ? sql`` : sql`not `}exists (select from ${markOf(kind)})
          order by ${order} limit ${limit}) as first
        -- The columns of thousands of others would only be computed to be sorted out.
        join ${items} on item.id = first_id order by ${order}) as shown), '[]') as rows`)
  if (!rows[0]) throw new Error('counting brought no row')
  const { count, marked: isMarked } = rows[0]
  const shown = rows[0].rows.map((row) => withTimes(row, moment))
  return { count, marked: isMarked, rows: shown } as unknown as ResponseBody[K]
}

/** Returns the name and the moment of an item that needs attention, even if it is marked; undefined if there is no such item. */
export const getItem = async (db: Executor, kind: MarkedKind, id: string) => {
  const at = sql`item.${sql.identifier(groups[kind].moment)}`
  const row = sql`to_jsonb(item)`
  const { rows } = await db.execute<{ at: string; name: string }>(sql`
    select to_json(${at}) as at,
      coalesce(${row} ->> 'taskName', ${row} ->> 'documentName', ${row} ->> 'subject', ${row} ->> 'fullName', ${row} ->> 'name') as name
    from ${itemsOf(kind)} where item.id = ${id}`)
  return rows[0] && { name: rows[0].name, at: new Date(rows[0].at) }
}

/**
 * Returns what waits for staff, of all partners or of some, sorted by how long it has waited; of all partners also what former staff have
 * left behind that the reader may hand over.
 */
export const getNeedsAttention = async (
  db: Executor,
  reader: { role: Role },
  query: AttentionQuery,
): Promise<ResponseBody> => {
  const kinds = Object.keys(groups) as AttentionKind[]
  const read = await Promise.all(kinds.map(async (kind) => [kind, await readGroup(db, kind, query)] as const))
  const waiting = Object.fromEntries(read) as Omit<ResponseBody, 'leftBehind'>
  const isOfAll = !query.manager && !query.partnerId
  const left = isOfAll ? (await listLeftBehind(db)).filter((user) => canTake(reader, user)) : []
  return {
    ...waiting,
    unsealedDocuments: {
      ...waiting.unsealedDocuments,
      // The error message itself can contain names and addresses of the server.
      rows: waiting.unsealedDocuments.rows.map((row) => ({ ...row, failure: sealFailureOf(row.failure) })),
    },
    leftBehind: { count: left.length, marked: 0, rows: query.marked ? [] : left.slice(0, query.limit) },
  }
}
