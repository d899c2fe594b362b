import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/notes.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { getProfile } from '../profile/data.ts'
import * as actions from './actions.ts'
import { countNotes, getNote, listNotes } from './data.ts'

export const registerPartnerNotes = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listPartnerNotes, async ({ params, ...input }) => {
    const { id } = orNotFound(await getProfile(db, params.partnerId))
    return pagedOf(input, listNotes, countNotes, db, id, input.query)
  })

  route(app, sessions, contract.createPartnerNote, async ({ user, params, body }) =>
    actions.createNote(db, user, params.partnerId, body),
  )

  route(app, sessions, contract.updatePartnerNote, async ({ user, params, body }) =>
    actions.updateNote(db, user, params.id, body),
  )

  route(app, sessions, contract.pinPartnerNote, async ({ user, params, body }) =>
    actions.pinNote(db, user, params.id, body.isPinned),
  )

  route(app, sessions, contract.deletePartnerNote, async ({ user, params }) =>
    actions.setDeleted(db, user, params.id, true),
  )

  route(app, sessions, contract.restorePartnerNote, async ({ user, params }) => {
    await actions.setDeleted(db, user, params.id, false)
    return getNote(db, params.id)
  })
}
