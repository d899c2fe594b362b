import type { FastifyInstance } from 'fastify'
import { namedAudience } from '#contract/audience.ts'
import * as sharedContract from '#contract/shared-tasks.ts'
import * as staffContract from '#contract/staff-tasks.ts'
import * as contract from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createTask, updateTask } from './actions.ts'
import { changeTasks, deleteTask, restoreTasks } from './bulk/actions.ts'
import { countTasks, listTasks } from './data.ts'
import { forPartner } from './for-partner.ts'
import { countAllTasks, listAllTasks } from './list/data.ts'
import { createSharedTask, deleteSharedTask, restoreSharedTask, updateSharedTask } from './shared/actions.ts'
import { countSharedTasks, getSharedTask, listSharedTasks } from './shared/data.ts'
import { shareTask } from './shared/share.ts'

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

  route(app, sessions, contract.createTask, async ({ user, body }) => {
    const audience = namedAudience(body)
    if (!audience) throw new Error('a task without an audience passed the check')
    if (!('partnerId' in audience)) return createSharedTask(deps, user, body, audience)
    return createTask(deps, user, { ...body, ...audience })
  })

  route(app, sessions, contract.updateTask, async ({ user, params: { id }, body }) => {
    if (!isStaff(user.role)) return forPartner(await updateTask(deps, user, id, body))
    if (await getSharedTask(db, id)) return updateSharedTask(deps, user, id, body)
    const audience = namedAudience(body)
    if (audience && !('partnerId' in audience)) return shareTask(deps, user, id, body, audience)
    return updateTask(deps, user, id, body)
  })

  route(app, sessions, contract.deleteTask, async ({ user, params: { id } }) =>
    (await getSharedTask(db, id)) ? deleteSharedTask(deps, user, id) : deleteTask(db, user, id),
  )

  route(app, sessions, sharedContract.listSharedTasks, async (input) =>
    paged(
      input,
      (page) => listSharedTasks(db, input.query, page),
      () => countSharedTasks(db, input.query),
    ),
  )

  route(app, sessions, sharedContract.getSharedTask, async ({ params }) =>
    orNotFound(await getSharedTask(db, params.id)),
  )

  route(app, sessions, sharedContract.restoreSharedTask, async ({ user, params }) =>
    restoreSharedTask(deps, user, params.id),
  )

  route(app, sessions, staffContract.listAllTasks, async ({ user, ...input }) => {
    const { owner, sort = '-created', page: _page, limit: _limit, ...filter } = input.query
    const partnerGroup = await storedGroup(db, filter.partnerGroup)
    const chosen = { ...filter, partnerGroup, owner: owner === 'me' ? user.id : owner }
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
