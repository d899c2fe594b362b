import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/agreement-types.ts'
import { maxPartnersInQuery } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { archiveType, createType, restoreType, updateType } from './actions.ts'
import * as data from './data.ts'
import { discardDraft, publishDraft, saveDraft } from './drafts.ts'

export const registerAgreementTypes = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listAgreementTypes, async () => data.listTypes(db))

  route(app, sessions, contract.createAgreementType, async ({ user, body }) => createType(db, user, body))

  route(app, sessions, contract.getAgreementType, async ({ params: { type } }) => {
    const found = orNotFound(await data.getType(db, type))
    const [pending, signedEarlier, draft, versions] = await Promise.all([
      data.countPending(db, type),
      data.findSignedEarlier(db, type, maxPartnersInQuery),
      data.getDraft(db, type),
      data.listVersions(db, type),
    ])
    const counted = { pending, signedEarlier }
    if (!draft) return { ...found, ...counted, draft: null, versions }
    const { id: _id, ...text } = draft
    return { ...found, ...counted, draft: text, versions }
  })

  route(app, sessions, contract.updateAgreementType, async ({ user, params: { type }, body }) =>
    updateType(db, user, type, body),
  )

  route(app, sessions, contract.archiveAgreementType, async ({ user, params: { type } }) =>
    archiveType(db, user, type),
  )

  route(app, sessions, contract.restoreAgreementType, async ({ user, params: { type } }) =>
    restoreType(db, user, type),
  )

  route(app, sessions, contract.getAgreementVersion, async ({ params: { type, version } }) =>
    orNotFound(await data.getAgreementVersion(db, type, version)),
  )

  route(app, sessions, contract.saveAgreementDraft, async ({ user, params: { type }, body }) =>
    saveDraft(db, user, type, body),
  )

  route(app, sessions, contract.discardAgreementDraft, async ({ user, params: { type } }) =>
    discardDraft(db, user, type),
  )

  route(app, sessions, contract.publishAgreementDraft, async ({ user, params: { type }, body }) =>
    publishDraft(db, user, type, body),
  )
}
