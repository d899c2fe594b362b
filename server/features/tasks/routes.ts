import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tasks.ts'
import type { Deps } from '#server/deps.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { createTask, deleteTask, updateTask } from './actions.ts'
import { listTasks } from './data.ts'

export const registerTasks = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listOwnTasks, async ({ user }) =>
    user.partnerId ? listTasks(db, user.partnerId) : [],
  )

  route(app, sessions, contract.listPartnerTasks, async ({ params: { partnerId } }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return listTasks(db, partnerId)
  })

  route(app, sessions, contract.createTask, async ({ user, body }) => createTask(deps, user, body))

  route(app, sessions, contract.updateTask, async ({ user, params, body }) =>
    updateTask(deps, user, params.id, body),
  )

  route(app, sessions, contract.deleteTask, async ({ user, params }) => deleteTask(db, user, params.id))
}
