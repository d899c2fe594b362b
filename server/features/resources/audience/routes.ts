import type { FastifyInstance } from 'fastify'
import { countAudience } from '#contract/resources/resources.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { countReached, listGroups } from './data.ts'

export const registerResourceAudience = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, countAudience, async ({ query }) => {
    const [partners, groups] = await Promise.all([
      countReached(db, query.partners ?? [], query.group),
      listGroups(db),
    ])
    return { partners, groups }
  })
}
