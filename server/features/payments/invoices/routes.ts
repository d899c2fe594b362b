import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payments/invoices.ts'
import type { Deps } from '#server/deps.ts'
import { createProofLimit } from '#server/features/files/limit-proofs.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { answerPage, paged, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { decideInvoice, forPartner, requestInvoiceUpload, sendInvoice, takeBackInvoice } from './actions.ts'
import * as data from './data.ts'

export const registerInvoices = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listOwnInvoices, async ({ user, ...input }) => {
    const partnerId = partnerOfAgreements(user)
    if (!partnerId) return answerPage(input, [], 0)
    return (await pagedOf(input, data.listInvoices, data.countInvoices, db, partnerId)).map(forPartner)
  })

  route(app, sessions, contract.listAllInvoices, async ({ ...input }) => {
    const { sort = '-received', page: _page, limit: _limit, ...filter } = input.query
    return paged(
      input,
      (page) => data.listAllInvoices(db, filter, sort, page),
      () => data.countAllInvoices(db, filter),
    )
  })

  const limitUploads = createProofLimit(db)
  route(app, sessions, contract.requestInvoiceUpload, async ({ user, body, reply }) => {
    await limitUploads(user.id)
    reply.code(201)
    return requestInvoiceUpload(deps, user, body)
  })

  route(app, sessions, contract.sendInvoice, async ({ user, body, reply }) => {
    reply.code(201)
    return forPartner(await sendInvoice(deps, user, body))
  })

  route(app, sessions, contract.takeBackInvoice, async ({ user, params, reply }) => {
    await takeBackInvoice(db, user, params.id)
    reply.code(204)
  })

  route(app, sessions, contract.decideInvoice, async ({ user, params, body }) =>
    decideInvoice(db, user, params.id, body),
  )
}
