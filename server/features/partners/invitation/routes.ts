import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/invitations.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { getPartner } from '../data.ts'
import { updateInvitation } from './actions.ts'
import { getInvitation } from './data.ts'

/** Registers the routes for what waits with the invitation of a partner. */
export const registerPartnerInvitation = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.getPartnerInvitation, async ({ params }) => {
    orNotFound(await getPartner(db, params.partnerId))
    return { invitation: (await getInvitation(db, params.partnerId)) ?? null }
  })

  route(app, sessions, contract.updatePartnerInvitation, async ({ user, params, body }) =>
    updateInvitation(db, user, params.partnerId, body),
  )
}
