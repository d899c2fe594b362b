import { logFirstSignIn } from '#server/features/partners/activity/data.ts'
import { recordImpersonationEnd } from '#server/features/session/impersonation/actions.ts'
import { recordSignedIn, recordSignedOut } from '#server/features/session/session-events.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { SessionHooks } from '#server/sessions/sessions.ts'
import { recordBrowser } from './security-emails/actions.ts'

/** What else happens when a session starts or ends. */
export const sessionHooks = (jobs: Jobs): SessionHooks => ({
  async onStart(tx, session) {
    await recordBrowser(jobs, tx, session)
    await logFirstSignIn(tx, session.user.id)
    await recordSignedIn(tx, session)
  },
  async onEnd(tx, session, own) {
    await recordImpersonationEnd(tx, session)
    if (own) await recordSignedOut(tx, session, own)
  },
})
