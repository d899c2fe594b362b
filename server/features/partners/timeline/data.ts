import { sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import { activityTypes, activityTypesOfKind } from '#contract/partners/activity.ts'
import type { TimelineEntry } from '#contract/partners/timeline.ts'
import type { TimelineKind } from '#contract/partners/timeline-kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerNotes } from '#server/db/schema/partner-notes.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { personName } from '#server/db/user-names.ts'
import { isMailTo } from '#server/mail/data.ts'
import { subjectOf } from '../activity/data.ts'
import { noteJson, readNote } from '../notes/data.ts'

export interface TimelineFilter {
  partnerId: string
  /** The user who gets the emails to the partner. */
  recipient: Parameters<typeof isMailTo>[0]
  kind?: TimelineKind | undefined
  search: string | null
}

const tasks = activityTypesOfKind('tasks')
const agreements = activityTypesOfKind('agreements')
// An email is in the timeline itself, so that the line that it was sent would only repeat it.
const others = activityTypes.filter(
  (type) => ![...tasks, ...agreements, ...activityTypesOfKind('emails')].includes(type),
)

const isOneOf = (types: string[]) => sql`${partnerActivities.activityType} = any(${sql.param(types)}::text[])`

/** Returns the entries of each kind as the rest of a query, from `from` on, with the expressions for their text, time and order within a millisecond. */
const sourcesOf = ({ partnerId, recipient }: TimelineFilter) => {
  const activities = (types: string[]) => ({
    from: sql`${partnerActivities} where ${partnerActivities.partnerId} = ${partnerId} and ${isOneOf(types)}`,
    row: partnerActivities,
    text: partnerActivities.description,
    at: partnerActivities.createdAt,
    n: sql`${partnerActivities.sequence}`,
  })
  return {
    notes: {
      from: sql`${partnerNotes} where ${partnerNotes.partnerId} = ${partnerId} and ${partnerNotes.deletedAt} is null`,
      row: partnerNotes,
      text: partnerNotes.body,
      at: partnerNotes.happenedAt,
      n: sql`0`,
    },
    messages: {
      from: sql`${chatMessages} where ${chatMessages.conversationId} = (select id from ${chatConversations} where partner_id = ${partnerId})`,
      row: chatMessages,
      text: chatMessages.message,
      at: chatMessages.createdAt,
      n: sql`${chatMessages.seq}`,
    },
    tasks: activities(tasks),
    agreements: activities(agreements),
    emails: {
      from: sql`${emailNotificationLogs} where ${isMailTo(recipient)}`,
      row: emailNotificationLogs,
      text: emailNotificationLogs.subject,
      at: emailNotificationLogs.createdAt,
      n: sql`0`,
    },
    activity: activities(others),
  }
}

const latestFirst = sql`order by at desc, n desc, id desc`

/** Returns the entries of all kinds that the filter wants, with at most `limit` of each kind. */
const entriesOf = (filter: TimelineFilter, limit?: number) => {
  const queries = Object.entries(sourcesOf(filter))
    .filter(([kind]) => !filter.kind || filter.kind === kind)
    .map(([kind, { from, row, text, at, n }]) => {
      // The numbers of messages are in the order of their times, and have an index.
      const order = kind === 'messages' ? sql`order by ${chatMessages.seq} desc` : latestFirst
      const isFound =
        filter.search === null ? sql`` : sql`and ${containsWords(compared(text), filter.search)}`
      return sql`(select ${kind}::text as kind, ${row.id} as id, ${at} as at, (${n})::bigint as n from ${from} ${isFound}
        ${limit ? sql`${order} limit ${limit}` : sql``})`
    })
  return sql`(${sql.join(queries, sql` union all `)}) found`
}

/** Lists a page of what happened with a partner, the latest first, in one statement that reads no more than the page of each kind. */
export const listTimeline = async (db: Executor, filter: TimelineFilter, { page, limit }: Page) => {
  const { rows } = await db.execute(sql`
    with entry as (
      select * from ${entriesOf(filter, page * limit)} ${latestFirst} limit ${limit} offset ${(page - 1) * limit})
    select entry.id, entry.kind, entry.at,
      coalesce(${chatMessages.message}, ${emailNotificationLogs.subject}, ${partnerActivities.description}, '') as text,
      ${personName('users')} as "actorName",
      case when ${partnerActivities.id} is not null then ${subjectOf(null)} end as subject,
      ${emailNotificationLogs.status} as "emailStatus",
      case when ${partnerNotes.id} is not null then ${noteJson} end as note
    from entry
    left join ${partnerNotes} on entry.kind = 'notes' and ${partnerNotes.id} = entry.id
    left join ${chatMessages} on entry.kind = 'messages' and ${chatMessages.id} = entry.id
    left join ${emailNotificationLogs} on entry.kind = 'emails' and ${emailNotificationLogs.id} = entry.id
    left join ${partnerActivities} on entry.kind in ('tasks', 'agreements', 'activity') and ${partnerActivities.id} = entry.id
    left join users on users.id = coalesce(${chatMessages.senderId}, (${partnerActivities.metadata} ->> 'actorId')::uuid)
    order by entry.at desc, entry.n desc, entry.id desc`)
  return (rows as unknown as Entry[]).map(({ at, note, ...entry }) => ({
    ...entry,
    at: new Date(at),
    note: note && readNote(note),
  }))
}

type Entry = Omit<TimelineEntry, 'note'> & { note: Parameters<typeof readNote>[0] | null }

export const countTimeline = async (db: Executor, filter: TimelineFilter) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${entriesOf(filter)}`,
  )
  return rows[0]?.count ?? 0
}
