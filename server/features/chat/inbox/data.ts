import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { conversationFilters, conversationOrders, Responsible } from '#contract/chat/inbox.ts'
import type { Page } from '#contract/paging.ts'
import { buildOnce } from '#server/db/build-once.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { isAnyPresent, peopleOfConversation } from '#server/db/people.ts'
import { lockRow } from '#server/db/rows.ts'
import { chatConversations, chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { memberships, ownPartnerFirst } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

export type ConversationFilter = (typeof conversationFilters)[number]
type ResponsibleStanding = Responsible['standing']
export type ConversationOrder = (typeof conversationOrders)[number]

const assignees = alias(users, 'assignees')

const staffMember = pick(assignees, 'id', 'firstName', 'lastName', 'email')

const conversationColumns = {
  id: chatConversations.id,
  userId: users.id,
  ...pick(users, 'firstName', 'lastName', 'email'),
  fullName: partnerProfiles.fullName,
  partnerId: partnerProfiles.id,
  businessName: partnerProfiles.businessName,
  unread: sql<number>`(
    select count(*)::int from ${chatMessages} as later
    where later.conversation_id = ${chatConversations.id}
      and later.seq > ${chatConversations.staffReadSeq} and not later.is_support)`,
  assignedTo: staffMember,
  closedAt: chatConversations.closedAt,
  present: isAnyPresent(peopleOfConversation),
  joinedPartner: sql<{ conversationId: string; businessName: string } | null>`(
    select json_build_object('conversationId', conversation_id, 'businessName', business_name)
    from ${memberships} where ${memberships.userId} = ${chatConversations.userId}
    order by ${sql.join(ownPartnerFirst, sql`, `)} limit 1)`,
}

/** Returns a subquery for the last message of a conversation. It skips automatic replies, so that the message before them is shown. */
const lastMessages = (db: Executor) =>
  db
    .select(pick(chatMessages, 'message', 'isSupport', 'createdAt', 'seq'))
    .from(chatMessages)
    .where(and(eq(chatMessages.conversationId, chatConversations.id), eq(chatMessages.kind, 'said')))
    .orderBy(desc(chatMessages.seq))
    .limit(1)
    .as('last_message')

const columnsOf = ({ message, isSupport, createdAt, seq }: ReturnType<typeof lastMessages>) => ({
  ...conversationColumns,
  lastMessage: { message, isSupport, createdAt, seq },
})

/** Whether a conversation has messages and matches a filter, and an `assignee` if there is one. */
export const matchesFilter = (filter: ConversationFilter, mine: unknown, assignee?: unknown) => {
  const isOpen = isNull(chatConversations.closedAt)
  const byFilter = {
    all: undefined,
    open: isOpen,
    mine: and(isOpen, sql`${chatConversations.assignedTo} = ${mine}`),
    unassigned: and(isOpen, isNull(chatConversations.assignedTo)),
    closed: isNotNull(chatConversations.closedAt),
  }
  return and(
    gt(chatConversations.lastSeq, chatConversations.clearedSeq),
    byFilter[filter],
    assignee === undefined ? undefined : sql`${chatConversations.assignedTo} = ${assignee}`,
  )
}

export const orderedBy = (order: ConversationOrder) => [
  ...(order === 'unread'
    ? [sql`(${chatConversations.lastSeq} > ${chatConversations.staffReadSeq}) desc`]
    : []),
  desc(chatConversations.lastMessageAt),
  asc(chatConversations.id),
]

const ownerId = sql`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`

const selectListed = (db: Executor) => {
  const last = lastMessages(db)
  return db
    .select(columnsOf(last))
    .from(chatConversations)
    .innerJoinLateral(last, sql`true`)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, ownerId))
    .leftJoin(assignees, eq(assignees.id, chatConversations.assignedTo))
}

interface PageShape extends Record<string, string | boolean> {
  filter: ConversationFilter
  order: ConversationOrder
  hasAssignee: boolean
}

export interface Listed {
  filter: ConversationFilter
  order: ConversationOrder
  /** The id of the member of staff who reads the list. */
  mine: string
  /** Lists only the conversations that are assigned to this member of staff. */
  assignedTo?: string | undefined
}

// The page is chosen before the last messages are joined, so that these are read only for the page.
const pageQuery = buildOnce((db, { filter, order, hasAssignee }: PageShape) => {
  const onPage = db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(
      matchesFilter(filter, sql.placeholder('mine'), hasAssignee ? sql.placeholder('assignee') : undefined),
    )
    .orderBy(...orderedBy(order))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return selectListed(db)
    .where(inArray(chatConversations.id, onPage))
    .orderBy(...orderedBy(order))
})

export const listConversations = (
  db: Database,
  { filter, order, mine, assignedTo }: Listed,
  { page, limit }: Page,
) =>
  pageQuery(db, { filter, order, hasAssignee: assignedTo !== undefined }).execute({
    mine,
    assignee: assignedTo,
    limit,
    offset: (page - 1) * limit,
  })

export const countConversations = (db: Database, { filter, mine, assignedTo }: Listed) =>
  db.$count(chatConversations, matchesFilter(filter, mine, assignedTo))

const byIdQuery = buildOnce((db) => {
  const ids = sql`${sql.placeholder('ids')}::uuid[]`
  return selectListed(db)
    .where(sql`${chatConversations.id} = any(${ids})`)
    .orderBy(sql`array_position(${ids}, ${chatConversations.id})`)
})

/** Lists conversations in the order of `ids`. */
export const listConversationsById = async (db: Database, ids: string[]) =>
  ids.length === 0 ? [] : byIdQuery(db, {}).execute({ ids })

/** Returns a conversation, even before its first message. Staff who have never been partners have none. */
export const getConversation = async (db: Executor, id: string) => {
  const last = lastMessages(db)
  const [row] = await db
    .select(columnsOf(last))
    .from(chatConversations)
    .leftJoinLateral(last, sql`true`)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, ownerId))
    .leftJoin(assignees, eq(assignees.id, chatConversations.assignedTo))
    .where(and(eq(chatConversations.id, id), or(eq(users.role, 'user'), isNotNull(partnerProfiles.id))))
  return row
}

const isTeamMember = and(ne(assignees.role, 'user'), isNull(assignees.disabledAt))

const byName = [
  asc(sql`lower(concat_ws(' ', ${assignees.firstName}, ${assignees.lastName}, ${assignees.email}))`),
  asc(assignees.id),
]

/** Lists the staff who can sign in, by name. */
export const listTeam = (db: Executor, { page, limit }: Page) =>
  db
    .select({ ...staffMember, present: isAnyPresent(assignees.id) })
    .from(assignees)
    .where(isTeamMember)
    .orderBy(...byName)
    .limit(limit)
    .offset((page - 1) * limit)

export const countTeam = async (db: Executor) => {
  const [row] = await db.select({ total: count() }).from(assignees).where(isTeamMember)
  return row?.total ?? 0
}

// Selecting the ids first avoids a scan over all users, of whom most are partners.
const isResponsible = sql`(${isTeamMember} or ${assignees.id} in (
  select owner_id from partner_tasks where owner_id is not null and deleted_at is null
  union select assigned_to from chat_conversations where assigned_to is not null))`

/** Lists the staff who can sign in, and former staff who still have tasks or conversations, by name. */
export const listResponsible = (db: Executor, { page, limit }: Page) =>
  db
    .select({
      ...staffMember,
      standing: sql<ResponsibleStanding>`case when ${assignees.disabledAt} is not null then 'disabled'
        when ${assignees.role} = 'user' then 'former' else 'active' end`,
    })
    .from(assignees)
    .where(isResponsible)
    .orderBy(...byName)
    .limit(limit)
    .offset((page - 1) * limit)

export const countResponsible = async (db: Executor) => {
  const [row] = await db.select({ total: count() }).from(assignees).where(isResponsible)
  return row?.total ?? 0
}

/** Locks a member of the team, so that they cannot be deleted until the transaction ends. */
export const lockTeamMemberForShare = (db: Executor, id: string) =>
  lockRow(db.select(staffMember).from(assignees), and(eq(assignees.id, id), isTeamMember), 'key share')

const noteColumns = {
  id: chatNotes.id,
  conversationId: chatNotes.conversationId,
  author: staffMember,
  ...pick(chatNotes, 'note', 'afterSeq', 'seq', 'createdAt'),
}

const selectNotes = (db: Executor) =>
  db.select(noteColumns).from(chatNotes).leftJoin(assignees, eq(assignees.id, chatNotes.authorId))

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

/** Lists the notes of a conversation, newest first. */
export const listNotes = (db: Executor, conversationId: string, { page, limit }: Page) => {
  const query = selectNotes(db)
    .where(eq(chatNotes.conversationId, conversationId))
    .orderBy(desc(chatNotes.seq))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countNotes = (db: Executor, conversationId: string) =>
  db.$count(chatNotes, eq(chatNotes.conversationId, conversationId))

export const findNoteByClientId = async (
  db: Executor,
  conversationId: string,
  authorId: string,
  clientId: string,
) => {
  const [note] = await selectNotes(db).where(
    and(
      eq(chatNotes.conversationId, conversationId),
      eq(chatNotes.authorId, authorId),
      eq(chatNotes.clientId, clientId),
    ),
  )
  return note
}

export const createNote = async (db: Executor, note: typeof chatNotes.$inferInsert) => {
  const [created] = await db
    .insert(chatNotes)
    .values({ ...note, createdAt: sql`clock_timestamp()` as unknown as Date })
    .returning({ id: chatNotes.id })
  const [row] = created ? await selectNotes(db).where(eq(chatNotes.id, created.id)) : []
  if (!row) throw new Error('the note just added did not come back')
  return row
}
