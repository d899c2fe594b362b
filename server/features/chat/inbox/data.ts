import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Responsible } from '#contract/chat/inbox.ts'
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
import { labelsOfConversation } from '../labels/data.ts'
import { conditionOf, type Listed, matchesFilter, orderedBy, type PageShape, shapeOf } from './filter/data.ts'

type ResponsibleStanding = Responsible['standing']

const assignees = alias(users, 'assignees')

const staffMember = pick(assignees, 'id', 'firstName', 'lastName', 'email')

const snoozers = alias(users, 'snoozers')

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
  ...pick(chatConversations, 'closedAt', 'snoozedUntil', 'returnedAt'),
  snoozedBy: pick(snoozers, 'id', 'firstName', 'lastName', 'email'),
  labels: labelsOfConversation,
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
    .leftJoin(snoozers, eq(snoozers.id, chatConversations.snoozedBy))
}

// The page is chosen before the last messages are joined, so that these are read only for the page.
const pageQuery = buildOnce((db, shape: PageShape) => {
  const ordered = () => orderedBy(shape.filter, shape.order)
  const onPage = db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(conditionOf(shape))
    .orderBy(...ordered())
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  return selectListed(db)
    .where(inArray(chatConversations.id, onPage))
    .orderBy(...ordered())
})

export const listConversations = (db: Database, listed: Listed, { page, limit }: Page) =>
  pageQuery(db, shapeOf(listed)).execute({ ...listed, limit, offset: (page - 1) * limit })

export const countConversations = (db: Database, { filter, mine, assignedTo, manager, labelId }: Listed) =>
  db.$count(chatConversations, matchesFilter(filter, mine, { assignee: assignedTo, manager, label: labelId }))

const byIdQuery = buildOnce((db) => {
  const ids = sql`${sql.placeholder('ids')}::uuid[]`
  return selectListed(db)
    .where(sql`${chatConversations.id} = any(${ids})`)
    .orderBy(sql`array_position(${ids}, ${chatConversations.id})`)
})

/** Lists conversations in the order of `ids`. */
export const listConversationsById = async (db: Database, ids: string[]) =>
  ids.length === 0 ? [] : byIdQuery(db, {}).execute({ ids })

/** Returns conversations, even before their first messages. Staff who have never been partners have none. */
export const getConversations = (db: Executor, ids: string[]) => {
  const last = lastMessages(db)
  return db
    .select(columnsOf(last))
    .from(chatConversations)
    .leftJoinLateral(last, sql`true`)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, ownerId))
    .leftJoin(assignees, eq(assignees.id, chatConversations.assignedTo))
    .leftJoin(snoozers, eq(snoozers.id, chatConversations.snoozedBy))
    .where(and(inArray(chatConversations.id, ids), or(eq(users.role, 'user'), isNotNull(partnerProfiles.id))))
}

export type ConversationRow = Awaited<ReturnType<typeof getConversations>>[number]

export const getConversation = async (db: Executor, id: string) => (await getConversations(db, [id]))[0]

const isTeamMember = and(ne(assignees.role, 'user'), isNull(assignees.disabledAt))

const byName = [
  asc(sql`lower(concat_ws(' ', ${assignees.firstName}, ${assignees.lastName}, ${assignees.email}))`),
  asc(assignees.id),
]

/** Lists the staff who can sign in, by name. */
export const listTeam = (db: Executor, { page, limit }: Page) =>
  db
    .select({
      ...staffMember,
      ...pick(assignees, 'profileImageUrl'),
      present: isAnyPresent(assignees.id),
    })
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
  union select assigned_to from chat_conversations where assigned_to is not null
  union select manager_id from partner_profiles where manager_id is not null))`

/** Lists the staff who can sign in, and former staff who still have partners, tasks or conversations, by name. */
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
