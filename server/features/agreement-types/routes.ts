import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/agreement-types.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { listTypes } from './data.ts'

export const registerAgreementTypes = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listAgreementTypes, async () => listTypes(db))
}
