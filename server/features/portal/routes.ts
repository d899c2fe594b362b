import type { FastifyInstance } from 'fastify'
import { getPortal } from '#contract/portal.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'

export const registerPortal = (app: FastifyInstance, { sessions, settings }: Deps) => {
  route(app, sessions, getPortal, async () => ({ companyName: settings.companyName }))
}
