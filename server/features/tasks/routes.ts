import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tasks.ts'
import type { Deps } from '#server/deps.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createTask, deleteTask, updateTask } from './actions.ts'
import { countTasks, listTasks } from './data.ts'
import { forPartner, forReader } from './for-partner.ts'

export const registerTasks = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  const list = (input: PageInput, partnerId: string) =>
    paged(
      input,
      (page) => listTasks(db, partnerId, page),
      () => countTasks(db, partnerId),
    )

  route(app, sessions, contract.listOwnTasks, async ({ user: { partnerId }, ...input }) =>
    partnerId ? (await list(input, partnerId)).map(forPartner) : answerPage(input, [], 0),
  )

  route(app, sessions, contract.listPartnerTasks, async ({ params: { partnerId }, ...input }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return list(input, partnerId)
  })

  route(app, sessions, contract.createTask, async ({ user, body }) => createTask(deps, user, body))

  route(app, sessions, contract.updateTask, async ({ user, params, body }) =>
    forReader(user, await updateTask(deps, user, params.id, body)),
  )

  route(app, sessions, contract.deleteTask, async ({ user, params }) => deleteTask(db, user, params.id))
}
