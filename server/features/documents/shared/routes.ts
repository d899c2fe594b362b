import type { FastifyInstance } from 'fastify'
import { namedAudience, onlyPartnerOf } from '#contract/audience.ts'
import { listReplacedTerms } from '#contract/documents/replaced-terms.ts'
import * as contract from '#contract/documents/shared-documents.ts'
import type { Deps } from '#server/deps.ts'
import { getType } from '#server/features/agreement-types/data.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createDocument } from '../actions.ts'
import * as actions from './actions.ts'
import * as data from './data.ts'

/** Registers the routes of agreements for several partners. */
export const registerSharedDocuments = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.createSharedDocument, async ({ user, body }) => {
    const audience = namedAudience(body)
    if (!audience) throw new Error('an agreement without an audience passed the check')
    const only = body.partnerId ? onlyPartnerOf(audience) : null
    if (only === null) return actions.createSharedDocument(deps, user, body, audience)
    const { partnerTerms = [], ...fields } = body
    const own = partnerTerms.find(({ partnerId }) => partnerId === only)
    return createDocument(db, user, only, own ? { ...fields, appendixA: own.appendixA } : fields)
  })

  route(app, sessions, listReplacedTerms, async ({ params: { type }, ...input }) => {
    const { partners = [], group } = input.query
    orNotFound(await getType(db, type))
    const replacing = { documentType: type, partners, group }
    return pagedOf(input, data.listReplacedTerms, data.countReplacedTerms, db, replacing)
  })

  route(app, sessions, contract.listSharedDocuments, async (input) =>
    pagedOf(input, data.listSharedDocuments, data.countSharedDocuments, db),
  )

  route(app, sessions, contract.getSharedDocument, async ({ params }) =>
    orNotFound(await data.getSharedDocument(db, params.id)),
  )

  route(app, sessions, contract.listDocumentsOfShared, async ({ params: { id }, ...input }) => {
    if (!(await data.getSharedDocument(db, id))) throw notFound()
    const { status } = input.query
    return pagedOf(input, data.listOwnOf, data.countOwnOf, db, id, status)
  })

  route(app, sessions, contract.updateSharedDocument, async ({ user, params, body }) =>
    actions.updateSharedDocument(deps, user, params.id, body),
  )

  route(app, sessions, contract.withdrawSharedDocument, async ({ user, params, body }) =>
    actions.withdrawSharedDocument(deps, user, params.id, body.reason),
  )
}
