import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/office-hours.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { setOfficeHours } from './actions.ts'
import { getOfficeHours } from './data.ts'

export const registerOfficeHours = (app: FastifyInstance, deps: Deps) => {
  const { sessions } = deps

  route(app, sessions, contract.getOfficeHours, async () => getOfficeHours(deps))

  route(app, sessions, contract.setOfficeHours, async ({ user, body }) => setOfficeHours(deps, user, body))
}
