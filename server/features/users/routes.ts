import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users/users.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createUser, inviteUsers, setDisabled, setGroup, setGroups, setRole } from './actions.ts'
import {
  countUsers,
  countUsersWithoutProfiles,
  getUser,
  listPartnerGroups,
  listUsers,
  listUsersWithoutProfiles,
} from './data.ts'

export const registerUsers = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listUsers, async ({ query, reply }) => {
    const { page, limit, ...filter } = query
    const total = countUsers(db, filter)
    const users = await paged({ query, reply }, listUsers(db, filter, { page, limit }), total)
    return { users, total: await total }
  })

  route(app, sessions, contract.getUser, async ({ params }) => {
    const user = await getUser(db, params.userId)
    if (!user) throw notFound()
    return user
  })

  route(app, sessions, contract.listUsersWithoutProfiles, async ({ query, reply }) =>
    paged({ query, reply }, listUsersWithoutProfiles(db, query.search, query), () =>
      countUsersWithoutProfiles(db, query.search),
    ),
  )

  route(app, sessions, contract.listPartnerGroups, async () => listPartnerGroups(db))

  route(app, sessions, contract.createUser, async ({ user, body }) => createUser(deps, user, body))

  route(app, sessions, contract.setUserRole, async ({ user, params, body }) =>
    setRole(deps, user, params.userId, body.role, body.updatedAt),
  )

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
