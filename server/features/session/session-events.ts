import type { Transaction } from '#server/db/client.ts'
import { nameOf, originOf } from '#server/domain-events/actor.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import type { EndedSession } from '#server/sessions/data.ts'
import type { OwnEnd, StartedSession } from '#server/sessions/sessions.ts'

export const recordSignedIn = (tx: Transaction, { id, user, method, userAgent, address }: StartedSession) =>
  recordAuditEvent(tx, user, {
    action: 'session.signed_in',
    subject: { id: user.id, name: nameOf(user) },
    after: { method, sessionId: id, address, browser: userAgent },
  })

export const recordSignedOut = (tx: Transaction, session: EndedSession, { reason, request }: OwnEnd) =>
  recordAuditEvent(tx, session, {
    action: 'session.signed_out',
    subject: { id: session.id, name: nameOf(session) },
    after: { reason, sessionId: session.sessionId, ...originOf(request) },
  })
