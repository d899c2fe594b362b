import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMails, chatMessages } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { isQuiet } from '#server/features/notifications/preferences/data.ts'

/** A user with unread messages in a conversation. */
export interface UnreadConversation {
  conversationId: string
  userId: string
  email: string
}

// Older messages were emailed when they were new, or their recipients did not want emails.
const oldestEmailed = sql`now() - interval '1 day'`

const isPresent = sql`exists (
  select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
  where chat_presence.user_id = account.id and chat_processes.alive_until > clock_timestamp())`

/** Whether a user wants such emails, now, is not in the chat, and has been there since the last one. */
const wantsEmail = sql`
  account.disabled_at is null
  and not exists (
    select from user_email_preferences preference
    where preference.user_id = account.id and (not preference.chat_messages or ${isQuiet(sql`now()`)}))
  and not exists (
    select from chat_mails mail where mail.conversation_id = chat.user_id and mail.user_id = account.id and mail.back_at is null)
  and not ${isPresent}`

/** Whether one side has a message that has been unread for so long and was not emailed. Automatic replies do not count. */
const hasWaited = (side: 'partner' | 'staff', seconds: number) => sql`exists (
  select from chat_messages waiting
  where waiting.conversation_id = chat.user_id and waiting.seq > ${sql.raw(`chat.${side}_read_seq`)}
    and waiting.seq > coalesce((
      select mail.last_seq from chat_mails mail where mail.conversation_id = chat.user_id and mail.user_id = account.id), 0)
    and waiting.is_support = ${side === 'partner'} and waiting.kind = 'said'
    and waiting.created_at <= clock_timestamp() - make_interval(secs => ${seconds}))`

/**
 * The users to email: partners about messages of the team; of the staff the assignee of a conversation, or all staff while it has no
 * assignee and none of them is in the chat.
 */
export const listUnreadConversations = async (
  db: Executor,
  seconds: number,
  limit: number,
): Promise<UnreadConversation[]> => {
  const { rows } = await db.execute<{ conversationId: string; userId: string; email: string }>(sql`
    select chat.user_id as "conversationId", account.id as "userId", account.email
    from chat_conversations chat
    join users account on account.id = chat.user_id and account.role = 'user'
    where chat.last_message_at > ${oldestEmailed} and chat.last_seq > chat.partner_read_seq
      and ${hasWaited('partner', seconds)} and ${wantsEmail}
    union all
    select chat.user_id, account.id, account.email
    from chat_conversations chat
    left join users assigned
      on assigned.id = chat.assigned_to and assigned.role <> 'user' and assigned.disabled_at is null
    join users account on account.role <> 'user' and (account.id = assigned.id or (
      assigned.id is null and not exists (
        select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
        where chat_presence.is_staff and chat_processes.alive_until > clock_timestamp())))
    where chat.last_message_at > ${oldestEmailed} and chat.last_seq > chat.staff_read_seq
      and chat.closed_at is null and ${hasWaited('staff', seconds)} and ${wantsEmail}
    limit ${limit}`)
  return rows
}

/** False when an email is queued or sent already. */
export const markEmailQueued = async (
  db: Executor,
  { conversationId, userId }: Omit<UnreadConversation, 'email'>,
) => {
  const lastSeq = sql`(select last_seq from chat_conversations as chat where chat.user_id = ${conversationId})`
  const marked = await db
    .insert(chatMails)
    .values({ conversationId, userId, lastSeq })
    .onConflictDoUpdate({
      target: [chatMails.conversationId, chatMails.userId],
      set: { mailedAt: sql`now()`, lastSeq, backAt: null },
      setWhere: isNotNull(chatMails.backAt),
    })
    .returning({ userId: chatMails.userId })
  return marked.length === 1
}

export const clearEmailMark = async (
  db: Executor,
  { conversationId, userId }: Omit<UnreadConversation, 'email'>,
) => {
  await db
    .delete(chatMails)
    .where(and(eq(chatMails.conversationId, conversationId), eq(chatMails.userId, userId)))
}

/** Undefined when the user is gone, disabled or does not want such emails. */
export const getRecipient = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .leftJoin(userEmailPreferences, eq(userEmailPreferences.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        isNull(users.disabledAt),
        sql`coalesce(${userEmailPreferences.chatMessages}, true)`,
      ),
    )
  return user
}

/** The partner's user of a conversation, as emails name them. */
export const getPartnerName = async (db: Executor, conversationId: string) => {
  const [user] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, conversationId))
  return user
}

/** The first messages that one side has not read, the oldest first, and how many they are in all. */
export const listUnread = async (
  db: Executor,
  conversationId: string,
  side: 'partner' | 'staff',
  limit: number,
) => {
  const messages = db
    .select({ message: chatMessages.message, fileName: chatMessages.fileName })
    .from(chatMessages)
    .innerJoin(chatConversations, eq(chatConversations.userId, chatMessages.conversationId))
    .where(
      and(
        eq(chatMessages.conversationId, conversationId),
        gt(
          chatMessages.seq,
          side === 'partner' ? chatConversations.partnerReadSeq : chatConversations.staffReadSeq,
        ),
        eq(chatMessages.isSupport, side === 'partner'),
        eq(chatMessages.kind, 'said'),
      ),
    )
    .orderBy(asc(chatMessages.seq))
  return { total: await db.$count(messages), messages: await messages.limit(limit) }
}
