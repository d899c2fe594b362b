import { and, asc, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { conversationFilters, conversationOrders } from '#contract/chat/inbox.ts'
import { chatConversationLabels, chatConversations } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'

export type ConversationFilter = (typeof conversationFilters)[number]
export type ConversationOrder = (typeof conversationOrders)[number]

/** The member of staff, the manager of the partner, and the label that listed conversations must have. */
interface Narrowed {
  assignee?: unknown
  manager?: unknown
  label?: unknown
}

/** Whether a conversation has messages, matches a filter, and has the assignee, the manager and the label if they are given. */
export const matchesFilter = (
  filter: ConversationFilter,
  mine: unknown,
  { assignee, manager, label }: Narrowed,
) => {
  const { id, partnerId, assignedTo, closedAt, snoozedUntil, waitingSince, lastSeq, clearedSeq } =
    chatConversations
  const isOpen = and(isNull(closedAt), isNull(snoozedUntil))
  const byFilter = {
    all: undefined,
    open: isOpen,
    mine: and(isOpen, sql`${assignedTo} = ${mine}`),
    unassigned: and(isOpen, isNull(assignedTo)),
    waiting_for_us: and(isOpen, isNotNull(waitingSince)),
    waiting_for_partner: and(isOpen, isNull(waitingSince)),
    snoozed: isNotNull(snoozedUntil),
    closed: isNotNull(closedAt),
  }
  return and(
    gt(lastSeq, clearedSeq),
    byFilter[filter],
    assignee === undefined ? undefined : sql`${assignedTo} = ${assignee}`,
    manager === undefined
      ? undefined
      : sql`exists (select from ${partnerProfiles} where id = ${partnerId} and manager_id = ${manager})`,
    label === undefined
      ? undefined
      : sql`exists (select from ${chatConversationLabels} where conversation_id = ${id} and label_id = ${label})`,
  )
}

/** Returns the order of a list. Snoozed conversations are ordered by their return. */
export const orderedBy = (filter: ConversationFilter, order: ConversationOrder) => {
  const { id, lastMessageAt, returnedAt, snoozedUntil, lastSeq, staffReadSeq } = chatConversations
  if (filter === 'snoozed') return [asc(snoozedUntil), asc(id)]
  return [
    ...(order === 'unread' ? [sql`(${lastSeq} > ${staffReadSeq}) desc`] : []),
    sql`greatest(${lastMessageAt}, ${returnedAt}) desc`,
    asc(id),
  ]
}

/** The parts of a list's query that determine the text of its statement. */
export interface PageShape extends Record<string, string | number | boolean> {
  filter: ConversationFilter
  order: ConversationOrder
  hasAssignee: boolean
  hasManager: boolean
  hasLabel: boolean
}

export interface Listed {
  filter: ConversationFilter
  order: ConversationOrder
  /** The id of the member of staff who reads the list. */
  mine: string
  /** Lists only the conversations that are assigned to this member of staff. */
  assignedTo?: string | undefined
  /** Lists only the conversations of the partners of this manager. */
  manager?: string | undefined
  /** Lists only the conversations with this label. */
  labelId?: string | undefined
}

export const shapeOf = ({ filter, order, assignedTo, manager, labelId }: Listed): PageShape => ({
  filter,
  order,
  hasAssignee: assignedTo !== undefined,
  hasManager: manager !== undefined,
  hasLabel: labelId !== undefined,
})

/** Returns the condition of a list of this shape, with the placeholders `mine`, `assignedTo`, `manager` and `labelId`. */
export const conditionOf = ({ filter, hasAssignee, hasManager, hasLabel }: PageShape) => {
  const idOf = (name: string) => sql`${sql.placeholder(name)}::uuid`
  return matchesFilter(filter, idOf('mine'), {
    ...(hasAssignee && { assignee: idOf('assignedTo') }),
    ...(hasManager && { manager: idOf('manager') }),
    ...(hasLabel && { label: idOf('labelId') }),
  })
}
