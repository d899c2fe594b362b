import { and, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { isAnyPresent, peopleOfPartner } from '#server/db/people.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { currentPartnerFacts as facts } from '#server/db/schema/partner-facts.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { nextAttemptAt } from '#server/mail/attempts/data.ts'
import { isMailTo } from '#server/mail/data.ts'
import { pick } from '#server/pick.ts'
import { lastReminderTo } from '../reminders/data.ts'

const people = peopleOfPartner(partnerProfiles.id)

/** Reads the summary of a partner; undefined when there is no such partner. */
export const getPartnerSummary = async (db: Executor, partnerId: string) => {
  const [row] = await db
    .select({
      ...pick(facts, 'lastSeenAt', 'lastContactAt', 'agreementsToSign', 'openTasks'),
      agreements: { signed: facts.signedAgreements, total: facts.agreements },
      isPresent: isAnyPresent(people),
      remindedAt: lastReminderTo(users.id),
      emailRefusal: users.emailRefusal,
      hasChangedName: isNotNull(partnerProfiles.businessNameChangedAt).mapWith(Boolean),
      people: db
        .$count(
          partnerMembers,
          and(eq(partnerMembers.partnerId, partnerProfiles.id), isNotNull(partnerMembers.acceptedAt)),
        )
        .mapWith(Number),
      comingActivations: db
        .$count(
          partnerActivations,
          and(
            eq(partnerActivations.partnerId, partnerProfiles.id),
            gt(partnerActivations.activationDate, sql`now()`),
            ne(partnerActivations.stage, 'canceled'),
          ),
        )
        .mapWith(Number),
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .innerJoin(facts, eq(facts.partnerId, partnerProfiles.id))
    .where(eq(partnerProfiles.id, partnerId))
  return row
}

/** Reads the id and email address of a partner's user; undefined when there is no such partner. */
export const getRecipient = async (db: Executor, partnerId: string) => {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(partnerProfiles.id, partnerId))
  return row
}

type Recipient = NonNullable<Awaited<ReturnType<typeof getRecipient>>>

/** Lists the emails to a user, the latest first. */
export const listEmails = (db: Executor, recipient: Recipient, { page, limit }: Page) =>
  db
    .select({
      ...pick(emailNotificationLogs, 'id', 'type', 'subject', 'status', 'error'),
      nextAttemptAt,
      createdAt: emailNotificationLogs.createdAt,
      sentAt: emailNotificationLogs.sentAt,
    })
    .from(emailNotificationLogs)
    .where(isMailTo(recipient))
    .orderBy(desc(emailNotificationLogs.createdAt), desc(emailNotificationLogs.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countEmails = (db: Executor, recipient: Recipient) =>
  db.$count(emailNotificationLogs, isMailTo(recipient))
