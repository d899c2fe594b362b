import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { chatMails } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { isQuiet } from '#server/features/notifications/preferences/data.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'
import { pick } from '#server/pick.ts'

/** A user to email, and the conversations in which they have unread messages. */
export interface Unread {
  userId: string
  email: string
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

/** Returns the last message that one side has left unread for this long. Automatic replies do not count. */
const lastWaiting = (side: 'partner' | 'staff', seconds: number) => sql`(
  select max(waiting.seq) from chat_messages waiting
  where waiting.conversation_id = chat.user_id and waiting.seq > ${sql.raw(`chat.${side}_read_seq`)}
    and waiting.is_support = ${side === 'partner'} and waiting.kind = 'said'
    and waiting.created_at <= clock_timestamp() - make_interval(secs => ${seconds}))`

/** Selects the conversations with recent messages. `seq` is the last message that one side has left unread for this long, or null. */
const waiting = (side: 'partner' | 'staff', seconds: number) => sql`
  select chat.user_id, chat.assigned_to, chat.closed_at, chat.waiting_since as since, ${lastWaiting(side, seconds)} as seq
  from chat_conversations chat
  where chat.last_message_at > ${oldestEmailed} and chat.last_seq > ${sql.raw(`chat.${side}_read_seq`)}`

/** Whether the user was not emailed about the conversation, or has been back since and there are later messages. */
const isNew = sql`not exists (
  select from chat_mails mail
  where mail.conversation_id = waiting.user_id and mail.user_id = account.id
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
  const { rows } = await db.execute<{ userId: string; email: string; conversationIds: string[] }>(sql`
    with for_partners as materialized (${waiting('partner', seconds)}),
    for_team as materialized (
      select waiting.user_id, waiting.seq, waiting.since, assigned.id as assigned_to
      from (${waiting('staff', seconds)}) waiting
      left join users assigned
        on assigned.id = waiting.assigned_to and assigned.role <> 'user' and assigned.disabled_at is null
      where waiting.closed_at is null and waiting.seq is not null),
    there as materialized (
      select not exists (
        select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
        where chat_presence.is_staff and chat_processes.alive_until > clock_timestamp()) as is_away),
    team as materialized (
      select account.id, account.email from users account
      where account.role <> 'user' and ${wantsEmail} and not exists (
        select from chat_mails mail
        where mail.user_id = account.id and mail.back_at is null and mail.mailed_at > now() - make_interval(mins => ${pause})))
    select account.id as "userId", account.email, array[waiting.user_id] as "conversationIds"
    from for_partners waiting join users account on account.id = waiting.user_id and account.role = 'user'
    where waiting.seq is not null and ${wantsEmail} and ${isNew}
    union all
    select account.id, account.email, own.ids
    from team account cross join lateral (
      select array_agg(user_id) as ids from (
        select waiting.user_id from for_team waiting
        where (waiting.assigned_to = account.id or waiting.assigned_to is null and (select is_away from there)) and ${isNew}
        order by waiting.since, waiting.user_id
        limit ${limits.conversations}) first) own
    where own.ids is not null
    limit ${limits.users}`)
  return rows
}

/** Marks conversations as emailed to users. Returns the marks that are new. */
export const markEmailsQueued = async (db: Executor, marks: Mark[]): Promise<Mark[]> => {
  const { rows } = await db.execute<{ conversationId: string; userId: string }>(sql`
    insert into chat_mails as former (conversation_id, user_id, last_seq)
    select chat.user_id, wanted."userId", chat.last_seq
    from json_to_recordset(${JSON.stringify(marks)}::json) as wanted("conversationId" uuid, "userId" uuid)
    join chat_conversations chat on chat.user_id = wanted."conversationId"
    -- Two processes could deadlock in another order.
    order by chat.user_id, wanted."userId"
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

/** Returns the names of the partners' users of conversations, by id. */
export const getPartnerNames = async (db: Executor, conversationIds: string[]) => {
  const named = await db
    .select({
      ...pick(users, 'id', 'firstName', 'lastName', 'email'),
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(inArray(users.id, conversationIds))
  return new Map(named.map((user) => [user.id, user]))
}

/** The messages that one side of a conversation has not read. */
export interface UnreadMessages {
  conversationId: string
  /** The first of the messages, oldest first. */
  messages: { message: string; fileName: string | null }[]
  total: number
}

/** Lists what one side has not read in these conversations, longest waiting first, with at most `limit` messages of each. */
export const listUnreadMessages = async (
  db: Executor,
  conversationIds: string[],
  side: 'partner' | 'staff',
  limit: number,
): Promise<UnreadMessages[]> => {
  const { rows } = await db.execute<{
    conversationId: string
    messages: UnreadMessages['messages']
    total: number
  }>(sql`
    select chat.user_id as "conversationId", unread.messages, unread.total
    from chat_conversations chat cross join lateral (
      select count(*)::int as total, min(created_at) as since,
        json_agg(json_build_object('message', message, 'fileName', file_name) order by seq) filter (where place <= ${limit}) as messages
      from (
        select seq, created_at, message, file_name, row_number() over (order by seq) as place
        from chat_messages
        where conversation_id = chat.user_id and seq > ${sql.raw(`chat.${side}_read_seq`)}
          and is_support = ${side === 'partner'} and kind = 'said') own) unread
    where chat.user_id = any(${sql.param(conversationIds)}::uuid[]) and unread.total > 0
    order by unread.since, chat.user_id`)
  return rows
}
