import { originOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { logFirstSignIn } from '#server/features/partners/activity/data.ts'
import { signedIn, signedOut } from '#server/features/session/events.ts'
import { recordImpersonationEnd } from '#server/features/session/impersonation/actions.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { SessionHooks } from '#server/sessions/sessions.ts'
import { recordBrowser } from './security-emails/actions.ts'

/** Returns what the features do when a session starts or ends. */
export const sessionHooks = (jobs: Jobs): SessionHooks => ({
  async onStart(tx, session) {
    await recordBrowser(jobs, tx, session)
    const { id, user, method, userAgent, address } = session
    await logFirstSignIn(tx, user.id)
    const after = { method, sessionId: id, address, browser: userAgent }
    await record(tx, signedIn, user, { user, after })
  },
  async onEnd(tx, session, own) {
    await recordImpersonationEnd(tx, session)
    if (!own) return
    const after = { reason: own.reason, sessionId: session.sessionId, ...originOf(own.request) }
    await record(tx, signedOut, session, { user: session, after })
  },
})
