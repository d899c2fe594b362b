import type { FastifyInstance } from 'fastify'
import type { Role } from '#contract/users/roles.ts'
import * as contract from '#contract/users/users.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { requireStepUp } from '#server/http/access.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { answerPage, pagedOf, pageOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canGrant } from './access.ts'
import { createUser, inviteUsers, setDisabled, setGroup, setGroups, setRole } from './actions.ts'
import * as data from './data.ts'
import { updateUser } from './email-change.ts'

export const registerUsers = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listUsers, async ({ query, request, reply }) => {
    const { page, limit, ...given } = query
    const filter = { ...given, partnerGroup: await storedGroup(db, given.partnerGroup) }
    const [rows, total] = await Promise.all([
      data.listUsers(db, filter, pageOf({ page, limit })),
      data.countUsers(db, filter),
    ])
    return { users: answerPage({ query, request, reply }, rows, total), total }
  })

  route(app, sessions, contract.getUser, async ({ params }) =>
    orNotFound(await data.getUser(db, params.userId)),
  )

  route(app, sessions, contract.listUsersWithoutProfiles, async (input) =>
    pagedOf(input, data.listUsersWithoutProfiles, data.countUsersWithoutProfiles, db, input.query.search),
  )

  route(app, sessions, contract.listPartnerGroups, async (input) =>
    pagedOf(input, data.listPartnerGroups, data.countPartnerGroups, db),
  )

  /** Requires a step-up to grant the admin role. An actor who may not grant the role is refused for that reason instead. */
  const requireStepUpToGrant = (user: SignedInUser, role: Role) => {
    if (role === 'admin' && canGrant(user, role)) requireStepUp(user)
  }

  route(app, sessions, contract.createUser, async ({ user, body }) => {
    requireStepUpToGrant(user, body.role)
    return createUser(deps, user, body)
  })

  route(app, sessions, contract.updateUser, async ({ user, params, body }) =>
    updateUser(deps, user, params.userId, body),
  )

  route(app, sessions, contract.setUserRole, async ({ user, params, body }) => {
    requireStepUpToGrant(user, body.role)
    return setRole(deps, user, params.userId, body.role, body.updatedAt)
  })

  route(app, sessions, contract.setUserGroup, async ({ user, params, body }) =>
    setGroup(deps, user, params.userId, body.partnerGroup, body.updatedAt),
  )

  route(app, sessions, contract.disableUser, async ({ user, params }) =>
    setDisabled(deps, user, params.userId, true),
  )

  route(app, sessions, contract.enableUser, async ({ user, params }) =>
    setDisabled(deps, user, params.userId, false),
  )

  route(app, sessions, contract.setGroupOfUsers, async ({ user, body }) => ({
    changed: await setGroups(deps, user, body.userIds, body.partnerGroup),
  }))

  route(app, sessions, contract.inviteUsers, async ({ user, body }) => inviteUsers(deps, user, body.userIds))
}
