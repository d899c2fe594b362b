import type { FastifyInstance } from 'fastify'
import { describeBrowser } from '#contract/account/browser-name.ts'
import * as contract from '#contract/account/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { networkKind } from '#server/http/network.ts'
import { route } from '#server/http/route.ts'
import { requireOwnAccount } from './access.ts'
import { endOtherSessions, endOwnSession, endSessionsOfUser } from './actions.ts'
import { listSessions } from './data.ts'

export const registerAccountSessions = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listOwnSessions, async ({ user, request }) => {
    requireOwnAccount(user)
    const listed = await listSessions(db, user.id, user.sid)
    return listed.map(({ userAgent, ...session }) => {
      const { name: browser, isPhone } = describeBrowser(userAgent)
      return { ...session, browser, isPhone, network: networkKind(session.address, request.ip) }
    })
  })

  route(app, sessions, contract.endOwnSession, async ({ user, params }) =>
    endOwnSession(deps, user, params.id),
  )

  route(app, sessions, contract.endOtherSessions, async ({ user }) => ({
    ended: await endOtherSessions(deps, user),
  }))

  route(app, sessions, contract.endSessionsOfUser, async ({ user, params }) => ({
    ended: await endSessionsOfUser(deps, user, params.userId),
  }))
}
