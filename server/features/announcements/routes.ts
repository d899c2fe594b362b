import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/announcements.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as actions from './actions.ts'
import * as data from './data.ts'
import { countReaders, listReaders } from './readers/data.ts'
import { registerReading } from './reading/routes.ts'

export const registerAnnouncements = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listAdminAnnouncements, async (input) =>
    pagedOf(input, data.listAnnouncements, data.countAnnouncements, db, input.query),
  )

  route(app, sessions, contract.createAnnouncement, async ({ user, body }) =>
    actions.createAnnouncement(deps, user, body),
  )

  route(app, sessions, contract.getAdminAnnouncement, async ({ params }) =>
    orNotFound(await data.getAnnouncement(db, params.id)),
  )

  route(app, sessions, contract.updateAnnouncement, async ({ user, params, body }) =>
    actions.updateAnnouncement(deps, user, params.id, body),
  )

  route(app, sessions, contract.deleteAnnouncement, async ({ user, params }) =>
    actions.deleteAnnouncement(db, user, params.id),
  )

  route(app, sessions, contract.endAnnouncement, async ({ user, params }) =>
    actions.endAnnouncement(db, user, params.id),
  )

  route(app, sessions, contract.listAnnouncementReaders, async ({ params: { id }, ...input }) => {
    if (!(await data.hasAnnouncement(db, id))) throw notFound()
    const { show } = input.query
    return pagedOf(input, listReaders, countReaders, db, id, show)
  })

  registerReading(app, deps)
}
