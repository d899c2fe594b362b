import type { FastifyInstance } from 'fastify'
import * as staffContract from '#contract/staff-tasks.ts'
import * as contract from '#contract/tasks.ts'
import type { Deps } from '#server/deps.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createTask, updateTask } from './actions.ts'
import { changeTasks, deleteTask, restoreTasks } from './bulk/actions.ts'
import { countTasks, listTasks } from './data.ts'
import { forPartner, forReader } from './for-partner.ts'
import { countAllTasks, listAllTasks } from './list/data.ts'

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

  route(app, sessions, staffContract.listAllTasks, async ({ user, ...input }) => {
    const { owner, sort = '-created', page: _page, limit: _limit, ...filter } = input.query
    const chosen = { ...filter, owner: owner === 'me' ? user.id : owner }
    return paged(
      input,
      (page) => listAllTasks(db, chosen, sort, page),
      () => countAllTasks(db, chosen),
    )
  })

  route(app, sessions, staffContract.changeTasks, async ({ user, body }) => ({
    changed: await changeTasks(db, user, body.changes),
  }))

  route(app, sessions, staffContract.restoreTasks, async ({ user, body }) => ({
    restored: await restoreTasks(db, user, body.ids),
  }))
}
