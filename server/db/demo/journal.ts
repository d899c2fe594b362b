import type { ActivityType } from '#contract/partners/activity.ts'
import type { EmailStatus } from '#contract/partners/email-status.ts'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import type { NewActivity, NewAuditEvent } from '#server/domain-events/data.ts'
import type { Changes, DomainEvent } from '#server/domain-events/event.ts'
import { linesOf } from '#server/domain-events/record.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { insertMany } from './insert-many.ts'
import { after } from './moments.ts'

/** Collects the activities, audit events and emails that everything in the demo leaves, to store them all at once. */
export const createJournal = () => {
  const activities: NewActivity[] = []
  const auditEvents: NewAuditEvent[] = []
  const emails: (typeof emailNotificationLogs.$inferInsert)[] = []

  return {
    /** Adds the activities and audit events of a domain event, dated as if the event had happened at `at`. */
    record<Data>(at: Date, event: DomainEvent<Data>, by: Actor, data: Data & Changes) {
      const lines = linesOf(event, by, [data])
      activities.push(...lines.activities.map((line) => ({ ...line, createdAt: at })))
      auditEvents.push(...lines.entries.map((entry) => ({ ...entry, at })))
    },

    /** Adds an activity of a partner. */
    activity(
      partnerId: string,
      createdAt: Date,
      actor: { id: string },
      [activityType, description]: [activityType: ActivityType, description: string],
      metadata: Record<string, unknown> = {},
    ) {
      activities.push({
        partnerId,
        createdAt,
        activityType,
        description,
        metadata: { actorId: actor.id, ...metadata },
      })
    },

    email(
      user: { id: string; email: string },
      createdAt: Date,
      { type, subject, content }: { type: string; subject: string; content: EmailContent },
      failure?: { status: EmailStatus; error: string; attempts: number },
    ) {
      const sentAt = failure ? null : after(createdAt, 1 / 1200)
      emails.push({
        userId: user.id,
        recipient: user.email,
        createdAt,
        type,
        subject,
        content,
        sentAt,
        ...(failure ?? { status: 'sent', attempts: 1, error: null }),
      })
    },

    async write(db: Executor) {
      await insertMany(db, partnerActivities, activities)
      await insertMany(db, auditLog, auditEvents)
      await insertMany(db, emailNotificationLogs, emails)
    },
  }
}

export type Journal = ReturnType<typeof createJournal>
