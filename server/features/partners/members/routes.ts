import type { FastifyInstance } from 'fastify'
import * as invitations from '#contract/partners/invitations.ts'
import * as contract from '#contract/partners/members.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { mayNotSign } from '#server/http/access.ts'
import { forbidden, notFound, orNotFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { getProfile } from '../profile/data.ts'
import * as actions from './actions.ts'
import { countMembers, listMembers, type MemberRow } from './data.ts'
import { acceptInvitation, declineInvitation } from './invitations/actions.ts'
import { countInvitations, listInvitations } from './invitations/data.ts'

const shown = ({ isOwner, partnerId: _partner, ...member }: MemberRow) => ({
  ...member,
  role: isOwner ? ('owner' as const) : ('member' as const),
})

/** Returns the partner that a user belongs to. @throws AppError `not_found` for a user without one */
const requireOwnPartner = ({ partnerId }: SignedInUser) => {
  if (partnerId === null) throw notFound()
  return partnerId
}

export const registerMembers = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  const listShown = async (input: PageInput, partnerId: string) =>
    (await pagedOf(input, listMembers, countMembers, db, partnerId)).map(shown)

  route(app, sessions, contract.listMembers, async ({ user, ...input }) => {
    const partnerId = requireOwnPartner(user)
    if (mayNotSign(user)) throw forbidden()
    return listShown(input, partnerId)
  })

  route(app, sessions, contract.inviteMember, async ({ user, body }) =>
    shown(await actions.inviteMember(deps, user, requireOwnPartner(user), body)),
  )

  route(app, sessions, contract.updateMember, async ({ user, params, body }) =>
    shown(await actions.updateMember(deps, user, requireOwnPartner(user), params.id, body)),
  )

  route(app, sessions, contract.removeMember, async ({ user, params }) =>
    actions.removeMember(deps, user, requireOwnPartner(user), params.id),
  )

  route(app, sessions, contract.resendInvitation, async ({ user, params }) =>
    shown(await actions.resendInvitation(deps, user, requireOwnPartner(user), params.id)),
  )

  route(app, sessions, contract.offerOwnership, async ({ user, params }) =>
    shown(await actions.offerOwnership(deps, user, requireOwnPartner(user), params.id)),
  )

  route(app, sessions, contract.withdrawOwnership, async ({ user, params }) =>
    shown(await actions.withdrawOwnership(deps, user, requireOwnPartner(user), params.id)),
  )

  route(app, sessions, contract.listMembersOf, async ({ params: { partnerId }, ...input }) => {
    orNotFound(await getProfile(db, partnerId))
    return listShown(input, partnerId)
  })

  route(app, sessions, contract.inviteMemberOf, async ({ user, params, body }) =>
    shown(await actions.inviteMember(deps, user, params.partnerId, body)),
  )

  route(app, sessions, contract.updateMemberOf, async ({ user, params, body }) =>
    shown(await actions.updateMember(deps, user, params.partnerId, params.id, body)),
  )

  route(app, sessions, contract.removeMemberOf, async ({ user, params }) =>
    actions.removeMember(deps, user, params.partnerId, params.id),
  )

  route(app, sessions, contract.resendInvitationOf, async ({ user, params }) =>
    shown(await actions.resendInvitation(deps, user, params.partnerId, params.id)),
  )

  route(app, sessions, contract.setOwner, async ({ user, params }) =>
    shown(await actions.setOwner(deps, user, params.partnerId, params.id)),
  )

  route(app, sessions, invitations.listInvitations, async ({ user, ...input }) =>
    isStaff(user.role)
      ? answerPage(input, [], 0)
      : pagedOf(input, listInvitations, countInvitations, db, user),
  )

  route(app, sessions, invitations.acceptInvitation, async ({ user, params }) =>
    acceptInvitation(deps, user, params.id),
  )

  route(app, sessions, invitations.declineInvitation, async ({ user, params }) =>
    declineInvitation(deps, user, params.id),
  )
}
