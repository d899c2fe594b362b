import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { chatConversations, chatMails } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { belongsToSeveral } from '#server/db/several-partners.ts'
import { isQuiet } from '#server/features/notifications/preferences/data.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'
import { pick } from '#server/pick.ts'

/** A user to email, and the conversations in which they have unread messages. */
export interface Unread {
  userId: string
  email: string
  isStaff: boolean
  conversationIds: string[]
}

/** A mark that a user was emailed about a conversation. */
interface Mark {
  conversationId: string
  userId: string
}

// Older messages were emailed when they were new, unless their recipients did not want emails.
const oldestEmailed = sql`now() - interval '1 day'`

const isPresent = sql`exists (
  select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
  where chat_presence.user_id = account.id and chat_processes.alive_until > clock_timestamp())`

/** Whether a user wants emails about messages at this time, and is not in the chat. */
const wantsEmail = sql`
  ${canBeEmailed}
  and not exists (
    select from user_email_preferences preference
    where preference.user_id = account.id and (not ${wantsEmails('chatMessages')} or ${isQuiet(sql`now()`)}))
  and not ${isPresent}`

/** Joins the people who read a conversation now: those of its partner, or its user, unless that user has joined a partner since. */
const people = sql`
  cross join lateral (
    select user_id from partner_members where partner_id = chat.partner_id and user_id is not null
    union all select chat.user_id
      where chat.user_id is not null and not exists (select from partner_members where user_id = chat.user_id)) person
  left join chat_reads reads on reads.conversation_id = chat.id and reads.user_id = person.user_id`

/** The readers of a conversation on each side. The staff read as one, and each person of a partner for themselves. */
const sides = {
  staff: { readers: sql``, readerId: sql`null::uuid`, readSeq: sql`chat.staff_read_seq`, isSupport: false },
  partner: {
    readers: people,
    readerId: sql`person.user_id`,
    readSeq: sql`coalesce(reads.read_seq, 0)`,
    isSupport: true,
  },
}
type Side = (typeof sides)[keyof typeof sides]

/** Whether a message is one of the other side that a reader has not read. Automatic replies do not count. */
const isUnread = ({ readSeq, isSupport }: Side) =>
  sql`conversation_id = chat.id and seq > ${readSeq} and is_support = ${isSupport} and kind = 'said'`

/** Selects the conversations with recent messages. `seq` is the last message that a reader has left unread for this long, or null. */
const waiting = (side: Side, seconds: number) => sql`
  select chat.id, chat.assigned_to, chat.closed_at, chat.snoozed_until, chat.waiting_since as since, ${side.readerId} as reader_id, (
    select max(seq) from chat_messages
    where ${isUnread(side)} and created_at <= clock_timestamp() - make_interval(secs => ${seconds})) as seq
  from chat_conversations chat ${side.readers}
  where chat.last_message_at > ${oldestEmailed} and chat.last_seq > chat.cleared_seq and chat.last_seq > ${side.readSeq}`

/** Whether the user was not emailed about the conversation, or has been back since and there are later messages. */
const isNew = sql`not exists (
  select from chat_mails mail
  where mail.conversation_id = waiting.id and mail.user_id = account.id
    and (mail.back_at is null or mail.last_seq >= waiting.seq))`

/**
 * Lists the users to email: partners about messages of the team, and staff about messages of partners. Those go to the assignee, or to all
 * staff while there is no assignee and no staff are in the chat. Staff emailed less than `pause` minutes ago wait, unless they were back.
 * @param limits the maximum number of users, and of conversations for each user, longest waiting first
 */
export const listUnread = async (
  db: Executor,
  { seconds, pause }: { seconds: number; pause: number },
  limits: { users: number; conversations: number },
): Promise<Unread[]> => {
  const { rows } = await db.execute<Unread & Record<string, unknown>>(sql`
    with for_partners as materialized (${waiting(sides.partner, seconds)}),
    for_team as materialized (
      select waiting.id, waiting.seq, waiting.since, assigned.id as assigned_to
      from (${waiting(sides.staff, seconds)}) waiting
      left join users assigned
        on assigned.id = waiting.assigned_to and assigned.role <> 'user' and assigned.disabled_at is null
      where waiting.closed_at is null and waiting.snoozed_until is null and waiting.seq is not null),
    there as materialized (
      select not exists (
        select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
        where chat_presence.is_staff and chat_processes.alive_until > clock_timestamp()) as is_away),
    team as materialized (
      select account.id, account.email from users account
      where account.role in ('support', 'admin') and ${wantsEmail} and not exists (
        select from chat_mails mail
        where mail.user_id = account.id and mail.back_at is null and mail.mailed_at > now() - make_interval(mins => ${pause})))
    select account.id as "userId", account.email, false as "isStaff", array[waiting.id] as "conversationIds"
    from for_partners waiting join users account on account.id = waiting.reader_id and account.role = 'user'
    where waiting.seq is not null and ${wantsEmail} and ${isNew}
    union all
    select account.id, account.email, true, own.ids
    from team account cross join lateral (
      select array_agg(id) as ids from (
        select waiting.id from for_team waiting
        where (waiting.assigned_to = account.id or waiting.assigned_to is null and (select is_away from there)) and ${isNew}
        order by waiting.since, waiting.id
        limit ${limits.conversations}) first) own
    where own.ids is not null
    limit ${limits.users}`)
  return rows
}

/** Marks conversations as emailed to users. Returns the marks that are new. */
export const markEmailsQueued = async (db: Executor, marks: Mark[]): Promise<Mark[]> => {
  const { rows } = await db.execute<{ conversationId: string; userId: string }>(sql`
    insert into chat_mails as former (conversation_id, user_id, last_seq)
    select chat.id, wanted."userId", chat.last_seq
    from json_to_recordset(${JSON.stringify(marks)}::json) as wanted("conversationId" uuid, "userId" uuid)
    join chat_conversations chat on chat.id = wanted."conversationId"
    -- Two processes could deadlock in another order.
    order by chat.id, wanted."userId"
    on conflict (conversation_id, user_id) do update
      set mailed_at = now(), last_seq = excluded.last_seq, back_at = null where former.back_at is not null
    returning conversation_id as "conversationId", user_id as "userId"`)
  return rows
}

/** Deletes the marks that these conversations were emailed to a user. */
export const clearEmailMarks = async (db: Executor, userId: string, conversationIds: string[]) => {
  await db
    .delete(chatMails)
    .where(and(eq(chatMails.userId, userId), inArray(chatMails.conversationId, conversationIds)))
}

/** Returns the recipient of an email; undefined when the user is deleted, disabled or does not want emails about messages. */
export const getRecipient = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .leftJoin(userEmailPreferences, eq(userEmailPreferences.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        isNull(users.disabledAt),
        sql`'chatMessages' <> all(coalesce(${userEmailPreferences.emailOff}, '{}'))`,
      ),
    )
  return user
}

/** Returns the owners of the partners of conversations, or their users, by conversation. */
export const getPartnerNames = async (db: Executor, conversationIds: string[]) => {
  const named = await db
    .select({
      conversationId: chatConversations.id,
      ...pick(users, 'id', 'firstName', 'lastName', 'email'),
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
    })
    .from(chatConversations)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, sql`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`))
    .where(inArray(chatConversations.id, conversationIds))
  return new Map(named.map((user) => [user.conversationId, user]))
}

/** The messages that a person of a partner, or the staff, have not read. */
export interface UnreadMessages {
  conversationId: string
  /** The first of the messages, oldest first. */
  messages: { message: string; fileName: string | null }[]
  total: number
  /** The partner of the conversation, for a reader who belongs to several. */
  ofPartner: { id: string; businessName: string } | null
}

/**
 * Lists what is unread in these conversations, longest waiting first, with at most `limit` messages of each.
 * @param readerId a person of the partner, or null for the staff; conversations that this person no longer reads are left out
 */
export const listUnreadMessages = async (
  db: Executor,
  conversationIds: string[],
  readerId: string | null,
  limit: number,
): Promise<UnreadMessages[]> => {
  const side = readerId === null ? sides.staff : sides.partner
  const { rows } = await db.execute<{
    conversationId: string
    messages: UnreadMessages['messages']
    total: number
    ofPartner: UnreadMessages['ofPartner']
  }>(sql`
    select chat.id as "conversationId", unread.messages, unread.total, case when ${belongsToSeveral(side.readerId)} then (
      select json_build_object('id', id, 'businessName', business_name) from partner_profiles where id = chat.partner_id) end as "ofPartner"
    from chat_conversations chat ${side.readers} cross join lateral (
      select count(*)::int as total, min(created_at) as since,
        json_agg(json_build_object('message', message, 'fileName', file_name) order by seq) filter (where place <= ${limit}) as messages
      from (
        select seq, created_at, message, file_name, row_number() over (order by seq) as place
        from chat_messages where ${isUnread(side)}) own) unread
    where chat.id = any(${sql.param(conversationIds)}::uuid[]) and unread.total > 0
      and ${side.readerId} is not distinct from ${readerId}::uuid
    order by unread.since, chat.id`)
  return rows
}
