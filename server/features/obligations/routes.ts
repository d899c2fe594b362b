import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/obligations/obligations.ts'
import * as terms from '#contract/obligations/terms.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { createProofLimit } from '#server/features/files/limit-proofs.ts'
import { mayNotSign, partnerOfAgreements } from '#server/http/access.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { answerPage, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { canReadObligation, obligationFor } from './access.ts'
import { answerTerms, changeObligation, getTermQuestions, requestEvidenceUpload } from './actions.ts'
import * as data from './data.ts'
import { countAllObligations, listAllObligations } from './list/data.ts'

export const registerObligations = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listActivationObligations, async ({ user, params }) => {
    const partnerId = orNotFound(await data.getActivationPartner(db, params.id))
    if (!isStaff(user.role) && partnerId !== user.partnerId) throw notFound()
    const rows = await data.listOfActivation(db, params.id)
    return rows.filter((row) => canReadObligation(user, row)).map((row) => obligationFor(user, row))
  })

  route(app, sessions, contract.listDocumentObligations, async ({ user, params }) => {
    const partnerId = orNotFound(await data.getDocumentPartner(db, params.id))
    if (!isStaff(user.role) && partnerId !== partnerOfAgreements(user)) throw notFound()
    return data.listOfDocument(db, params.id)
  })

  route(app, sessions, contract.listOwnObligations, async ({ user, ...input }) => {
    const { partnerId } = user
    if (!partnerId) return answerPage(input, [], 0)
    const filter = { partnerId, status: input.query.status, isOperational: mayNotSign(user) }
    return paged(
      input,
      async (page) => (await data.listOwn(db, filter, page)).map((row) => obligationFor(user, row)),
      () => data.countOwn(db, filter),
    )
  })

  route(app, sessions, contract.listAllObligations, async ({ user, ...input }) => {
    const { sort = 'due', page: _page, limit: _limit, ...filter } = ownFilter(user, input.query)
    return paged(
      input,
      (page) => listAllObligations(db, filter, sort, page),
      () => countAllObligations(db, filter),
    )
  })

  const limitUploads = createProofLimit(db)
  route(app, sessions, contract.requestEvidenceUpload, async ({ user, params, body, reply }) => {
    await limitUploads(user.id)
    reply.code(201)
    return requestEvidenceUpload(deps, user, params.id, body)
  })

  route(app, sessions, contract.updateObligation, async ({ user, params, body }) =>
    obligationFor(user, await changeObligation(deps, user, params.id, body)),
  )

  route(app, sessions, terms.getTermQuestions, async ({ params }) => getTermQuestions(db, params.id))

  route(app, sessions, terms.answerTerms, async ({ user, params, body }) =>
    answerTerms(db, user, params.id, body),
  )
}
