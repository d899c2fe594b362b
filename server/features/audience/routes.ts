import type { FastifyInstance } from 'fastify'
import { countAudience } from '#contract/audience.ts'
import { checkAudience } from '#contract/audience-reach.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { countPartnersInAudience, listGroups } from './data.ts'
import { storedGroup } from './groups/data.ts'
import { countReach } from './reach/data.ts'
import { requireChoosable, storedAudience } from './views/actions.ts'

export const registerAudience = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, countAudience, async ({ query }) => {
    const [reached, groups] = await Promise.all([
      countPartnersInAudience(db, query.partners ?? [], await storedGroup(db, query.group)),
      listGroups(db),
    ])
    return { ...reached, groups }
  })

  route(app, sessions, checkAudience, async ({ user, body: { about, ...audience } }) => {
    const assignedGroup = await storedGroup(db, audience.assignedGroup)
    if (audience.assignedViewId) await requireChoosable(db, audience.assignedViewId, user.id)
    return countReach(db, about, await storedAudience(db, { ...audience, assignedGroup }))
  })
}
