import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/announcements.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { answerPage, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { type Reader, readerOf } from './access.ts'
import * as data from './data.ts'

/** Registers the endpoints with which partners read their announcements. */
export const registerReading = (app: FastifyInstance, { db, sessions }: Deps) => {
  /** Changes the caller's marks on an announcement. @throws AppError `not_found` when the announcement is not for the caller */
  const change = async (
    user: SignedInUser,
    id: string,
    write: (db: Executor, reader: Reader, id: string) => Promise<void>,
  ) => {
    const reader = readerOf(user)
    if (!reader || !(await data.getOwn(db, reader, id))) throw notFound()
    await write(db, reader, id)
    return orNotFound(await data.getOwn(db, reader, id))
  }

  route(app, sessions, contract.listAnnouncements, async ({ user, ...input }) => {
    const reader = readerOf(user)
    if (!reader) return answerPage(input, [], 0)
    const isUndismissed = input.query.show === 'undismissed'
    return pagedOf(input, data.listOwn, data.countOwn, db, reader, isUndismissed)
  })

  route(app, sessions, contract.getAnnouncement, async ({ user, params }) => {
    const reader = readerOf(user)
    return orNotFound(reader && (await data.getOwn(db, reader, params.id)))
  })

  route(app, sessions, contract.readAnnouncement, async ({ user, params }) =>
    change(user, params.id, data.addRead),
  )

  route(app, sessions, contract.dismissAnnouncement, async ({ user, params }) =>
    change(user, params.id, data.dismiss),
  )

  route(app, sessions, contract.restoreAnnouncement, async ({ user, params }) =>
    change(user, params.id, data.restore),
  )
}
