import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/step-up.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'
import type { Deps } from '#server/deps.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { requestCode, stepUpByCode } from './actions.ts'

export const registerStepUp = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps
  const countCode = createRateLimiter(db, {
    name: 'step-up-code',
    max: 5,
    windowSeconds: 10 * 60,
    message: (wait) => `Too many codes were requested. Try again in ${wait}.`,
  })

  route(app, sessions, contract.requestStepUpCode, async ({ user, body }) => {
    await requestCode(deps, user, { renew: body.renew, countRequest: () => countCode(user.sessionId) })
    return { minutes: codeMinutes }
  })

  route(app, sessions, contract.stepUpByCode, async ({ user, body }) => stepUpByCode(deps, user, body.code))
}
