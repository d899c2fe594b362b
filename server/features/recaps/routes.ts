import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/recaps.ts'
import type { Deps } from '#server/deps.ts'
import { requestUpload } from '#server/features/files/actions.ts'
import { createProofLimit } from '#server/features/files/limit-proofs.ts'
import { route } from '#server/http/route.ts'
import { getRecap, saveRecap } from './actions.ts'
import { sendRecapPdf } from './pdf/send-pdf.ts'
import { addPhoto, removePhoto, requirePhotoAllowed } from './photos/actions.ts'

export const registerRecaps = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.getRecap, async ({ user, params }) => getRecap(db, user, params.id))

  route(app, sessions, contract.saveRecap, async ({ user, params, body }) =>
    saveRecap(db, user, params.id, body),
  )

  const limitUploads = createProofLimit(db)
  route(app, sessions, contract.requestPhotoUpload, async ({ user, params, body }) => {
    await requirePhotoAllowed(db, user, params.id, body)
    // What the event does not take is no upload, so it is not counted.
    await limitUploads(user.id)
    return requestUpload(deps, user, body, 'proof')
  })

  route(app, sessions, contract.addPhoto, async ({ user, params, body }) =>
    addPhoto(deps, user, params.id, body),
  )

  route(app, sessions, contract.removePhoto, async ({ user, params }) =>
    removePhoto(db, user, params.id, params.photoId),
  )

  route(app, sessions, contract.getRecapPdf, async ({ user, params, reply }) =>
    sendRecapPdf(deps, user, params.id, reply),
  )
}
