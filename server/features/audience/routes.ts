import type { FastifyInstance } from 'fastify'
import { countAudience } from '#contract/audience.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { countPartnersInAudience, listGroups } from './data.ts'
import { storedGroup } from './groups/data.ts'

export const registerAudience = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, countAudience, async ({ query }) => {
    const [reached, groups] = await Promise.all([
      countPartnersInAudience(db, query.partners ?? [], await storedGroup(db, query.group)),
      listGroups(db),
    ])
    return { ...reached, groups }
  })
}
