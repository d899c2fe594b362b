import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/profile.ts'
import { getTodayOf } from '#server/db/time-zones.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { requireOwnAccount } from '../sessions/access.ts'
import { reportBrowserZone, updateOwnAccount } from './actions.ts'
import { getOwnAccount } from './data.ts'

export const registerOwnAccount = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.getOwnAccount, async ({ user }) => {
    requireOwnAccount(user)
    return getOwnAccount(db, user.id)
  })

  route(app, sessions, contract.updateOwnAccount, async ({ user, body }) =>
    updateOwnAccount(deps, user, body),
  )

  route(app, sessions, contract.getToday, async ({ user }) => ({ today: await getTodayOf(db, user.id) }))

  route(app, sessions, contract.reportBrowserZone, async ({ user, body }) =>
    reportBrowserZone(deps, user.id, body.timeZone),
  )
}
