import { eq, sql } from 'drizzle-orm'
import {
  chatConversations,
  chatMails,
  chatMessages,
  chatNotes,
  chatReads,
  savedReplies,
} from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import {
  conversationAssigned,
  conversationClosed,
  conversationNoteAdded,
} from '#server/features/chat/events.ts'
import { type DemoConversation, demoConversations } from './conversations.ts'
import { insertMany } from './insert-many.ts'
import { after, hoursAgo, onWorkday } from './moments.ts'
import type { DemoDeps, Partner, Team } from './people.ts'
import { demoReplies } from './saved-replies.ts'

const momentOf = (when: string) => {
  const [days = '', time] = when.split('d ')
  return time === undefined ? hoursAgo(Number.parseFloat(when)) : onWorkday(Number(days), time)
}

/** Creates the conversations, the notes about them and the team's saved replies. */
export const createConversations = async (deps: DemoDeps, partners: Partner[], team: Team) => {
  const { db } = deps
  // The database has added an empty conversation for each partner and for each user without one.
  const empty = await db
    .select({
      id: chatConversations.id,
      userId: sql<string>`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`,
    })
    .from(chatConversations)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
  const idOf = new Map(empty.map(({ id, userId }) => [userId, id]))
  const made = demoConversations.flatMap((conversation) => {
    const partner = partners.find(({ user }) => user.email === conversation.email)
    const id = partner && idOf.get(partner.user.id)
    return id ? [rowsOf(deps, conversation, { ...partner, conversationId: id }, team)] : []
  })
  for (const {
    conversation: { id, ...changed },
  } of made) {
    await db.update(chatConversations).set(changed).where(eq(chatConversations.id, id))
  }
  const reads = made.map(({ read }) => read)
  await db.insert(chatReads).values(reads)
  await insertMany(
    db,
    chatMessages,
    made.flatMap(({ messages }) => messages),
  )
  await db.insert(chatMails).values(made.flatMap(({ mails }) => mails))
  await db.insert(chatNotes).values(made.flatMap(({ notes }) => notes))
  await db.insert(savedReplies).values(demoReplies.map((reply) => ({ ...reply, createdBy: team.sam.id })))
}

/**
 * Builds the rows of a conversation. A partner's message has no receiver; a reply goes to the partner's user. Each side has read
 * everything before its own last message. The partner has also read the reply to it, unless the demo data says otherwise.
 */
const rowsOf = (
  { journal }: DemoDeps,
  { lines, notes: said = [], assignedTo, closedAfter, isUnreadByPartner }: DemoConversation,
  { user, conversationId }: Partner & { conversationId: string },
  team: Team,
) => {
  const conversation = { ...user, id: conversationId }
  // Messages of Saturday and Sunday move to the same Friday, so they are sorted again.
  const moments = lines.map(([, when]) => momentOf(when)).toSorted((a, b) => a.getTime() - b.getTime())
  const messages = lines.map(([from, , message], index) => ({
    conversationId,
    seq: index + 1,
    senderId: from === 'partner' ? user.id : team[from].id,
    receiverId: from === 'partner' ? null : user.id,
    isSupport: from !== 'partner',
    message,
    createdAt: moments[index] ?? new Date(),
  }))
  const lastMessageAt = messages.at(-1)?.createdAt ?? new Date()
  const lastOf = (isSupport: boolean) =>
    messages.findLast((message) => message.isSupport === isSupport)?.seq ?? 0
  const unanswered = messages.slice(lastOf(true))
  const closedAt = closedAfter === undefined ? null : after(lastMessageAt, closedAfter)
  const notes = said.map(([by, when, note], index) => {
    const createdAt = momentOf(when)
    const afterSeq = messages.filter((message) => message.createdAt <= createdAt).length
    journal.record(createdAt, conversationNoteAdded, team[by], { conversation })
    return { conversationId, authorId: team[by].id, note, afterSeq, seq: index + 1, createdAt }
  })
  const assignee = assignedTo && team[assignedTo]
  const firstResponse = messages.find(({ isSupport }) => isSupport) ?? messages[0]
  if (assignee && firstResponse) {
    const change = { before: { assignedTo: null }, after: { assignedTo: assignee.id } }
    const at = after(firstResponse.createdAt, 0.01)
    journal.record(at, conversationAssigned, assignee, { conversation, ...change })
  }
  if (closedAt) journal.record(closedAt, conversationClosed, assignee ?? team.renee, { conversation })
  const row = {
    id: conversationId,
    lastSeq: messages.length,
    partnerReadSeq: isUnreadByPartner ? lastOf(false) : messages.length,
    staffReadSeq: closedAt ? messages.length : lastOf(true),
    lastMessageAt,
    waitingSince: closedAt ? null : (unanswered[0]?.createdAt ?? null),
    lastNoteSeq: notes.length,
    assignedTo: assignee?.id ?? null,
    closedAt,
    changedAt: closedAt ?? lastMessageAt,
  }
  // Staff were emailed about the message when it was new.
  const mailed = row.waitingSince ? [assignee?.id ?? team.sam.id] : []
  const mails = mailed.map((userId) => ({
    conversationId,
    userId,
    lastSeq: messages.length,
    mailedAt: after(lastMessageAt, 0.1),
  }))
  const read = { conversationId, userId: user.id, readSeq: row.partnerReadSeq }
  return { conversation: row, messages, notes, mails, read }
}
