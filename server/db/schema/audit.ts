import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { type AuditAction, auditActions } from '#contract/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { roles } from '#contract/users/roles.ts'
import { createdAt, primaryId } from './columns.ts'

type Fields = Record<string, unknown>

/**
 * The record of what was done and by whom. Rows are only ever added: triggers refuse everything else, except that session events may be
 * deleted after 30 days. The table has no foreign keys and stores names as they were, because it outlives the users and subjects that it
 * names.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: createdAt(),
    actorId: uuid().notNull(),
    actorName: varchar({ length: 2 * limits.name + 1 }).notNull(),
    actorEmail: varchar({ length: limits.email }).notNull(),
    actorRole: varchar({ length: 20, enum: roles }).notNull(),
    action: varchar({ length: 60, enum: auditActions }).$type<AuditAction>().notNull(),
    subjectId: uuid(),
    subjectName: varchar({ length: 2 * limits.name + 1 }).notNull(),
    before: jsonb().$type<Fields>(),
    after: jsonb().$type<Fields>(),
    /** The subject of the import that the event is a part of. The log lists such events only below their import, and of their own subject. */
    importId: uuid(),
  },
  (table) => [
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_listed').on(table.at, table.id).where(sql`${table.importId} is null`),
    index('audit_log_import').on(table.importId).where(sql`${table.importId} is not null`),
    index('audit_log_actor').on(table.actorId, table.at),
    index('audit_log_action').on(table.action, table.at),
    index('audit_log_subject').on(table.subjectId, table.at),
    index('audit_log_partner_sign_ins')
      .on(table.at)
      .where(sql`${table.action} = 'session.signed_in' and ${table.actorRole} = 'user'`),
  ],
)

/** Has a row if the log is sent to another system. A trigger then lists each new event as unsent. */
export const auditLogSending = pgTable(
  'audit_log_sending',
  { isOn: boolean().primaryKey().default(true), since: createdAt() },
  (table) => [check('audit_log_sending_once', sql`${table.isOn}`)],
)

/** The events that the other system has not received yet, in the order in which they were recorded. */
export const auditLogUnsent = pgTable('audit_log_unsent', {
  position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  eventId: uuid().notNull(),
})
