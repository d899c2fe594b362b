import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerTaskSeries } from './series/routes.ts'
import { registerTaskSets } from './sets/routes.ts'
import { registerTaskTemplates } from './templates/routes.ts'

/** Registers the routes for what creates tasks automatically: recurring tasks, templates, and sets of templates. */
export const registerTaskPlans = (app: FastifyInstance, deps: Deps) => {
  registerTaskSeries(app, deps)
  registerTaskTemplates(app, deps)
  registerTaskSets(app, deps)
}
