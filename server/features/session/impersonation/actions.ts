import { impersonationMinutes } from '#contract/session/impersonation.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Viewed } from '#server/db/schema/users.ts'
import { record } from '#server/domain-events/record.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound, unauthorized, wrongField } from '#server/http/app-error.ts'
import { type EndedSession, getActiveImpersonation, type SignedInUser } from '#server/sessions/data.ts'
import {
  clearImpersonation,
  findImpersonatedPartner,
  setImpersonation,
} from '#server/sessions/impersonation/data.ts'
import { viewStarted, viewStopped } from '../events.ts'

/**
 * Lets a session of staff read the portal as a partner does.
 * @throws AppError `not_found`; `bad_request` for a person who is not of the partner; `conflict` for a profile whose user is staff: staff must not gain a colleague's rights
 */
export const startImpersonation = (db: Database, user: SignedInUser, viewed: Viewed) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await getProfile(tx, viewed.partnerId))
    if (!(await findImpersonatedPartner(tx, viewed))) {
      if (viewed.userId) throw wrongField('userId', 'This person does not belong to the partner.')
      throw new AppError('conflict', 'This profile belongs to a staff member. Only partners can be viewed.')
    }
    const until = await setImpersonation(tx, user.sid, viewed, impersonationMinutes)
    if (!until) throw unauthorized()
    await record(tx, viewStarted, user, {
      partner: profile,
      after: { ...(viewed.userId && { userId: viewed.userId }), until },
    })
  })

export const stopImpersonation = (db: Database, user: SignedInUser) =>
  db.transaction(async (tx) => {
    if (!user.sess.viewing) return
    await clearImpersonation(tx, user.sid)
    if (!user.impersonation) return
    const { by, partner } = user.impersonation
    await record(tx, viewStopped, by, { partner })
  })

/** Records the end of an impersonation whose session ends. */
export const recordImpersonationEnd = async (tx: Executor, session: EndedSession) => {
  const viewing = getActiveImpersonation(session)
  const viewed = viewing && (await findImpersonatedPartner(tx, viewing))
  if (viewed) await record(tx, viewStopped, session, { partner: viewed.partner })
}
