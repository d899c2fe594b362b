import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/record.ts'
import { getPartnerTimeline } from '#contract/partners/timeline.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { remindPartner } from '../reminders/actions.ts'
import { countTimeline, listTimeline } from '../timeline/data.ts'
import * as data from './data.ts'

/** Registers the routes for what staff see of one partner besides the profile, and for the reminder. */
export const registerPartnerRecord = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.getPartnerSummary, async ({ params }) =>
    orNotFound(await data.getPartnerSummary(db, params.partnerId)),
  )

  route(app, sessions, contract.listPartnerEmails, async ({ params, ...input }) => {
    const recipient = orNotFound(await data.getRecipient(db, params.partnerId))
    return pagedOf(input, data.listEmails, data.countEmails, db, recipient)
  })

  route(app, sessions, getPartnerTimeline, async ({ params: { partnerId }, ...input }) => {
    const recipient = orNotFound(await data.getRecipient(db, partnerId))
    return pagedOf(input, listTimeline, countTimeline, db, { ...input.query, partnerId, recipient })
  })

  route(app, sessions, contract.remindPartner, async ({ user, params, reply }) => {
    const reminded = await remindPartner(deps, user, params.partnerId)
    reply.code(202)
    return reminded
  })
}
