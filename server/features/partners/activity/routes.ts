import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/activity.ts'
import type { Deps } from '#server/deps.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import { isOnboarded } from '#server/http/access.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { answerPage, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { getProfile } from '../profile/data.ts'
import { activityReaderOf, countActivities, listActivities } from './data.ts'
import { forPartner, forStaff } from './for-partner.ts'

/** Registers the routes that list what happened to a partner, for staff and for the partner. */
export const registerPartnerActivity = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listPartnerActivities, async ({ params: { partnerId }, ...input }) => {
    orNotFound(await getProfile(db, partnerId))
    const filter = { partnerId, kind: input.query.kind, reader: 'staff' as const }
    const rows = await paged(
      input,
      (page) => listActivities(db, filter, null, page),
      () => countActivities(db, filter),
    )
    return rows.map(forStaff)
  })

  route(app, sessions, contract.listOwnActivities, async ({ user, ...input }) => {
    const { partnerId, partnerGroup } = user
    if (!partnerId) return answerPage(input, [], 0)
    const filter = { partnerId, kind: input.query.kind, reader: activityReaderOf(user) }
    // Partners can open the library only after onboarding.
    const audienceKeys = isOnboarded(user) ? ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })] : []
    const rows = await paged(
      input,
      (page) => listActivities(db, filter, audienceKeys, page),
      () => countActivities(db, filter),
    )
    return rows.map(forPartner)
  })
}
