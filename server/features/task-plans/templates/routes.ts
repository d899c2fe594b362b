import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/task-plans/templates.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createTemplate, deleteTemplate, updateTemplate } from './actions.ts'
import { countTemplates, getTemplate, listTemplates } from './data.ts'

export const registerTaskTemplates = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listTaskTemplates, async (input) =>
    paged(
      input,
      (page) => listTemplates(db, input.query.search, page),
      () => countTemplates(db, input.query.search),
    ),
  )

  route(app, sessions, contract.createTaskTemplate, async ({ user, body }) => createTemplate(db, user, body))

  route(app, sessions, contract.getTaskTemplate, async ({ params }) =>
    orNotFound(await getTemplate(db, params.id)),
  )

  route(app, sessions, contract.updateTaskTemplate, async ({ user, params, body }) =>
    updateTemplate(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteTaskTemplate, async ({ user, params }) =>
    deleteTemplate(db, user, params.id),
  )
}
