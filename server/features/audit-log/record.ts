import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '#contract/audit-actions.ts'
import { limits } from '#contract/fields.ts'
import type { Role } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { insertAuditEvents } from './data.ts'

/** The acting user. */
export interface Actor {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  /** Of their partner profile. */
  fullName?: string | null
  /** The API token that acts for them. */
  apiToken?: { id: string; name: string } | undefined
}

export interface AuditEventInput {
  action: AuditAction
  /** `id` is null for a whole list. */
  subject: { id: string | null; name: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export const nameOf = (person: {
  firstName: string | null
  lastName: string | null
  fullName?: string | null
  email: string
}) => [person.firstName, person.lastName].filter(Boolean).join(' ') || person.fullName || person.email

/** Who acts in a session: while staff view the portal as a partner, they do. */
export const actorOf = (user: SignedInUser): Actor => user.impersonation?.by ?? user

/** The network address and the browser that sent a request. */
export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').slice(0, limits.userAgent),
})

/** The row of an event. A token stands in the log under its own id and name, and with the email address of who created it. */
export const auditEntry = (
  actor: Actor,
  { action, subject, before = null, after = null }: AuditEventInput,
) => ({
  actorId: actor.apiToken?.id ?? actor.id,
  actorName: actor.apiToken ? `${actor.apiToken.name} (API token)` : nameOf(actor),
  actorEmail: actor.email,
  actorRole: actor.role,
  action,
  subjectId: subject.id,
  subjectName: subject.name,
  before,
  after,
})

/** Records what a user has done. Call it in the transaction of the change: both happen, or neither. */
export const recordAuditEvents = (tx: Executor, actor: Actor, events: AuditEventInput[]) =>
  insertAuditEvents(
    tx,
    events.map((event) => auditEntry(actor, event)),
  )

export const recordAuditEvent = (tx: Executor, actor: Actor, event: AuditEventInput) =>
  recordAuditEvents(tx, actor, [event])
