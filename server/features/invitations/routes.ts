import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/invitations.ts'
import type { Deps } from '#server/deps.ts'
import { shownAction } from '#server/features/partners/bulk/shown-action.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import { route } from '#server/http/route.ts'
import { invitePartners, previewInvitations } from './actions.ts'

/** Registers the routes with which staff invite partners. */
export const registerInvitations = (app: FastifyInstance, deps: Deps) => {
  const { sessions } = deps

  route(app, sessions, contract.invitePartners, async ({ user, body, request, reply }) => {
    const action = await invitePartners(deps, user, body, idempotencyKeyOf(request))
    reply.code(202)
    return { ...shownAction(action), partnerIds: action.partnerIds }
  })

  route(app, sessions, contract.checkInvitations, async ({ body }) => previewInvitations(deps, body))
}
