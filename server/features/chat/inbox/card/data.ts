import { and, asc, count, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'

const maxTasks = 5

/** Returns the card of the partner of a conversation, or of its user; undefined when there is no such conversation. */
export const getPartnerCard = async (db: Executor, conversationId: string) => {
  const [found] = await db
    .select({
      lastSignInAt: users.lastSignInAt,
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName', 'onboardingStatus', 'phoneNumber'),
    })
    .from(chatConversations)
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, sql`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`))
    .where(eq(chatConversations.id, conversationId))
  if (!found) return undefined
  if (!found.partner) return { ...found, agreements: [], openTasks: [], openTaskCount: 0 }
  const isOpenTask = and(
    eq(partnerTasks.partnerId, found.partner.id),
    ne(partnerTasks.status, 'completed'),
    isNull(partnerTasks.deletedAt),
  )
  const [agreements, openTasks, [open]] = await Promise.all([
    db
      .select({
        id: partnerDocuments.id,
        documentName: agreementName(partnerDocuments.documentType),
        ...pick(partnerDocuments, 'status', 'signedAt', 'declinedAt', 'voidedAt', 'endsOn'),
      })
      .from(partnerDocuments)
      .where(eq(partnerDocuments.partnerId, found.partner.id))
      .orderBy(desc(partnerDocuments.createdAt), asc(partnerDocuments.id)),
    db
      .select({ id: partnerTasks.id, taskName: partnerTasks.taskName, dueDate: partnerTasks.dueDate })
      .from(partnerTasks)
      .where(isOpenTask)
      .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))
      .limit(maxTasks),
    db.select({ total: count() }).from(partnerTasks).where(isOpenTask),
  ])
  return { ...found, agreements, openTasks, openTaskCount: open?.total ?? 0 }
}
