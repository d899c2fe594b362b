import type { FastifyInstance } from 'fastify'
import type { ResponseBody } from '#contract/endpoint.ts'
import * as contract from '#contract/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { searchScopeOf } from './access.ts'
import { searchAll } from './data.ts'

const nothing = Object.fromEntries(
  Object.keys(contract.SearchResults.shape).map((kind) => [kind, []]),
) as unknown as ResponseBody<typeof contract.search>

export const registerSearch = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.search, async ({ user, query }) => {
    const scope = searchScopeOf(user)
    return scope ? searchAll(db, scope, query.q) : nothing
  })
}
