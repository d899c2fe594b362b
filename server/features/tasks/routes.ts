import type { FastifyInstance } from 'fastify'
import * as staffContract from '#contract/staff-tasks.ts'
import * as definitions from '#contract/task-definitions.ts'
import * as contract from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import { refreshPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { updateOwnTask } from './actions.ts'
import { changeTasks } from './bulk/actions.ts'
import { countTasks, listTasks } from './data.ts'
import { createTask, deleteTask, restoreTasks, updateTask } from './definitions/actions.ts'
import { countTaskDefinitions, listTaskDefinitions } from './definitions/list/data.ts'
import { forPartner } from './for-partner.ts'
import { countAllTasks, listAllTasks } from './list/data.ts'

export const registerTasks = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  const list = (input: PageInput, partnerId: string, activationId?: string) =>
    paged(
      input,
      (page) => listTasks(db, partnerId, page, activationId),
      () => countTasks(db, partnerId, activationId),
    )

  route(app, sessions, contract.listOwnTasks, async ({ user: { partnerId }, ...input }) =>
    partnerId
      ? (await list(input, partnerId, input.query.activationId)).map(forPartner)
      : answerPage(input, [], 0),
  )

  route(app, sessions, contract.listPartnerTasks, async ({ params: { partnerId }, ...input }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return list(input, partnerId)
  })

  route(app, sessions, contract.createTask, async ({ user, body }) => createTask(deps, user, body))

  route(app, sessions, contract.updateTask, async ({ user, params: { id }, body }) =>
    isStaff(user.role)
      ? updateTask(deps, user, id, body)
      : forPartner(await updateOwnTask(db, user, id, body)),
  )

  route(app, sessions, contract.deleteTask, async ({ user, params: { id } }) => deleteTask(deps, user, id))

  route(app, sessions, definitions.listTaskDefinitions, async ({ user, ...input }) => {
    const { sort = '-created', page: _page, limit: _limit, ...filter } = ownFilter(user, input.query)
    await refreshPartnerFacts(db)
    return paged(
      input,
      (page) => listTaskDefinitions(db, filter, sort, page),
      () => countTaskDefinitions(db, filter),
    )
  })

  route(app, sessions, staffContract.listAllTasks, async ({ user, ...input }) => {
    const { sort = '-created', page: _page, limit: _limit, ...filter } = ownFilter(user, input.query)
    const chosen = { ...filter, partnerGroup: await storedGroup(db, filter.partnerGroup) }
    await refreshPartnerFacts(db)
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
    restored: await restoreTasks(deps, user, body.ids),
  }))
}
