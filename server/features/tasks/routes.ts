import type { FastifyInstance } from 'fastify'
import { listOwnTasks, updateTask } from '#contract/tasks.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { changeTaskStatus } from './actions.ts'
import { listTasks } from './data.ts'

export const registerTasks = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, listOwnTasks, async ({ user }) =>
    user.partnerId ? listTasks(db, user.partnerId) : [],
  )

  route(app, sessions, updateTask, async ({ user, params, body }) =>
    changeTaskStatus(db, user, params.id, body.status),
  )
}
