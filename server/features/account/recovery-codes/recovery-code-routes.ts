import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/recovery-codes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import type { createLimits } from '../limits.ts'
import { createRecoveryCodes, redeemRecoveryCode } from './actions.ts'
import { countRecoveryCodes } from './data.ts'

export const registerRecoveryCodes = (
  app: FastifyInstance,
  deps: Deps,
  limits: ReturnType<typeof createLimits>,
) => {
  const { db, sessions } = deps

  route(app, sessions, contract.getRecoveryCodes, async ({ user }) => countRecoveryCodes(db, user.id))

  route(app, sessions, contract.createRecoveryCodes, async ({ user }) => ({
    codes: await createRecoveryCodes(deps, user),
  }))

  route(app, sessions, contract.redeemRecoveryCode, async ({ user, body }) => {
    await limits.countRecoveryCode(user.id)
    await redeemRecoveryCode(deps, user, body.code)
  })
}
