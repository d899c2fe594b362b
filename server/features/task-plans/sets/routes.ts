import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/task-plans/sets.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { countMembers } from '#server/features/audience/membership/sets/data.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createSet, deleteSet, updateSet } from './actions.ts'
import { countSets, getSet, listSets } from './data.ts'
import { giveSet } from './giving.ts'

export const registerTaskSets = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listTaskSets, async (input) =>
    paged(
      input,
      (page) => listSets(db, input.query.search, page),
      () => countSets(db, input.query.search),
    ),
  )

  route(app, sessions, contract.createTaskSet, async ({ user, body }) => createSet(db, user, body))

  route(app, sessions, contract.getTaskSet, async ({ params }) => orNotFound(await getSet(db, params.id)))

  route(app, sessions, contract.updateTaskSet, async ({ user, params, body }) =>
    updateSet(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteTaskSet, async ({ user, params }) => deleteSet(db, user, params.id))

  route(app, sessions, contract.countTaskSetPartners, async ({ params, query }) => {
    orNotFound(await getSet(db, params.id))
    return countMembers(db, params.id, {
      assignedPartnerIds: query.partners ?? [],
      assignedGroup: await storedGroup(db, query.group),
    })
  })

  route(app, sessions, contract.giveTaskSet, async ({ user, params, body }) =>
    giveSet(deps, user, params.id, body),
  )
}
