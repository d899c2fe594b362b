import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMails, chatMessages } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'

/** Somebody who has missed something, and in which conversation. */
export interface UnreadConversation {
  conversationId: string
  userId: string
  email: string
}

// What is older was mailed when it was new, or its person did not want it.
const newEnough = sql`now() - interval '1 day'`

const isPresent = (userId: string) => `exists (
  select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
  where chat_presence.user_id = ${userId} and chat_processes.alive_until > clock_timestamp())`

/** Whether they want such mails, are not in the chat, and have not been mailed since they were. */
const isToBeMailed = sql.raw(`
  person.disabled_at is null
  and not exists (
    select from user_email_preferences wish where wish.user_id = person.id and not wish.chat_messages)
  and not exists (
    select from chat_mails mail where mail.conversation_id = chat.user_id and mail.user_id = person.id)
  and not ${isPresent('person.id')}`)

/** Whether a message that one side has not read has waited for so long. What the portal says by itself needs no mail. */
const hasWaited = (side: 'partner' | 'staff', seconds: number) => sql`exists (
  select from chat_messages waiting
  where waiting.conversation_id = chat.user_id and waiting.seq > ${sql.raw(`chat.${side}_read_seq`)}
    and waiting.is_support = ${side === 'partner'} and waiting.kind = 'said'
    and waiting.created_at <= clock_timestamp() - make_interval(secs => ${seconds}))`

/**
 * Who is to be mailed: partners what the team has said; of the staff whoever the conversation is given to, else, while nobody of
 * the team is there, all of it.
 */
export const listUnreadConversations = async (
  db: Executor,
  seconds: number,
  limit: number,
): Promise<UnreadConversation[]> => {
  const { rows } = await db.execute<{ conversationId: string; userId: string; email: string }>(sql`
    select chat.user_id as "conversationId", person.id as "userId", person.email
    from chat_conversations chat
    join users person on person.id = chat.user_id and person.role = 'user'
    where chat.last_message_at > ${newEnough} and chat.last_seq > chat.partner_read_seq
      and ${hasWaited('partner', seconds)} and ${isToBeMailed}
    union all
    select chat.user_id, person.id, person.email
    from chat_conversations chat
    left join users assigned
      on assigned.id = chat.assigned_to and assigned.role <> 'user' and assigned.disabled_at is null
    join users person on person.role <> 'user' and (person.id = assigned.id or (
      assigned.id is null and not exists (
        select from chat_presence join chat_processes on chat_processes.id = chat_presence.process_id
        where chat_presence.is_staff and chat_processes.alive_until > clock_timestamp())))
    where chat.last_message_at > ${newEnough} and chat.last_seq > chat.staff_read_seq
      and chat.closed_at is null and ${hasWaited('staff', seconds)} and ${isToBeMailed}
    limit ${limit}`)
  return rows
}

/** False when they have been mailed already. */
export const markEmailQueued = async (
  db: Executor,
  { conversationId, userId }: Omit<UnreadConversation, 'email'>,
) => {
  const noted = await db
    .insert(chatMails)
    .values({ conversationId, userId })
    .onConflictDoNothing()
    .returning({ userId: chatMails.userId })
  return noted.length === 1
}

export const clearEmailMark = async (
  db: Executor,
  { conversationId, userId }: Omit<UnreadConversation, 'email'>,
) => {
  await db
    .delete(chatMails)
    .where(and(eq(chatMails.conversationId, conversationId), eq(chatMails.userId, userId)))
}

/** Who is to get a mail, if they still can and want to. */
export const getRecipient = async (db: Executor, userId: string) => {
  const [person] = await db
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
  return person
}

/** Whose conversation it is, as a mail names them. */
export const getPartnerName = async (db: Executor, conversationId: string) => {
  const [person] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      businessName: partnerProfiles.businessName,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, conversationId))
  return person
}

/** What one side has not read, the oldest first. */
export const listUnread = async (db: Executor, conversationId: string, side: 'partner' | 'staff') =>
  db
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
