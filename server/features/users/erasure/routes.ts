import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users/erasure.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { eraseUser, getErasure } from './actions.ts'

export const registerErasure = (app: FastifyInstance, deps: Deps, personalData: PersonalData[]) => {
  const { db, sessions } = deps

  route(app, sessions, contract.getErasure, async ({ params }) => getErasure(db, personalData, params.userId))

  route(app, sessions, contract.eraseUser, async ({ user, params, body }) =>
    eraseUser(deps, personalData, user, params.userId, body.email),
  )
}
