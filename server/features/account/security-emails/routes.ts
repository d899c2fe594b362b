import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { reportSignIn } from './actions.ts'

export const registerSecurityEmails = (app: FastifyInstance, deps: Deps) => {
  const countReport = createRateLimiter(deps.db, {
    name: 'report-network',
    max: 60,
    windowSeconds: 15 * 60,
    message: (wait) => `Too many attempts. Try again in ${wait}.`,
  })

  route(app, deps.sessions, contract.reportSignIn, async ({ body, request }) => {
    await countReport(networkOf(request.ip))
    return { ended: await reportSignIn(deps, body.token) }
  })
}
