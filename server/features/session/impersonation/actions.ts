import { impersonationMinutes } from '#contract/session/impersonation.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { AppError, notFound, unauthorized } from '#server/http/app-error.ts'
import {
  clearImpersonation,
  type EndedSession,
  findImpersonatedPartner,
  getActiveImpersonation,
  type SignedInUser,
  setImpersonation,
} from '#server/sessions/data.ts'

/**
 * Lets a session of staff read the portal as a partner does.
 * @throws AppError `not_found`, `conflict` for a profile whose user is staff: staff must not gain a colleague's rights
 */
export const startImpersonation = (db: Database, user: SignedInUser, partnerId: string) =>
  db.transaction(async (tx) => {
    const profile = await getProfile(tx, partnerId)
    if (!profile) throw notFound()
    if (!(await findImpersonatedPartner(tx, partnerId))) {
      throw new AppError('conflict', 'This profile belongs to a staff member. Only partners can be viewed.')
    }
    const until = await setImpersonation(tx, user.sid, partnerId, impersonationMinutes)
    if (!until) throw unauthorized()
    const subject = { id: partnerId, name: profile.fullName }
    await recordAuditEvent(tx, user, { action: 'view.started', subject, after: { until } })
  })

export const stopImpersonation = (db: Database, user: SignedInUser) =>
  db.transaction(async (tx) => {
    if (!user.sess.viewing) return
    await clearImpersonation(tx, user.sid)
    if (!user.impersonation) return
    await recordImpersonationStopped(tx, user.impersonation.by, user.impersonation.partner)
  })

/** Records the end of an impersonation whose session ends. */
export const recordImpersonationEnd = async (tx: Executor, session: EndedSession) => {
  const viewing = getActiveImpersonation(session)
  const viewed = viewing && (await findImpersonatedPartner(tx, viewing.partnerId))
  if (viewed) await recordImpersonationStopped(tx, session, viewed.partner)
}

const recordImpersonationStopped = (tx: Executor, by: Actor, partner: { id: string; fullName: string }) =>
  recordAuditEvent(tx, by, { action: 'view.stopped', subject: { id: partner.id, name: partner.fullName } })
