import { asc, eq } from 'drizzle-orm'
import { auditLog } from '#server/db/schema/audit.ts'
import type { TestApp } from './app.ts'

/** The audit events of one user, the oldest first. */
export const auditEventsOf = ({ db }: Pick<TestApp, 'db'>, actor: { id: string }) =>
  db
    .select({
      action: auditLog.action,
      subjectId: auditLog.subjectId,
      subjectName: auditLog.subjectName,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(eq(auditLog.actorId, actor.id))
    .orderBy(asc(auditLog.at), asc(auditLog.action))
