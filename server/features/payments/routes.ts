import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payments/payments.ts'
import type { Deps } from '#server/deps.ts'
import { recordExport } from '#server/features/audit-log/exports.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { sendCsv } from '#server/http/csv.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import { answerPage, paged, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { forPartner, recordPayment, reversePayment } from './actions.ts'
import * as data from './data.ts'

export const registerPayments = (app: FastifyInstance, { db, exports, sessions }: Deps) => {
  route(app, sessions, contract.listOwnPayments, async ({ user, ...input }) => {
    const partnerId = partnerOfAgreements(user)
    if (!partnerId) return answerPage(input, [], 0)
    return (await pagedOf(input, data.listPayments, data.countPayments, db, partnerId)).map(forPartner)
  })

  route(app, sessions, contract.listAllPayments, async ({ ...input }) => {
    const { sort = '-paid', page: _page, limit: _limit, ...filter } = input.query
    return paged(
      input,
      (page) => data.listAllPayments(db, filter, sort, page),
      () => data.countAllPayments(db, filter),
    )
  })

  route(app, sessions, contract.exportPayments, async ({ user, query, ...answering }) => {
    const { sort = '-paid', ...filter } = query
    return sendCsv(answering, exports, {
      name: 'payments',
      heading: data.exportHeading,
      query: data.exportQuery(db, filter, sort),
      record: () => recordExport(db, user, answering, 'Payments', query),
    })
  })

  route(app, sessions, contract.listPaymentTotals, async (input) =>
    pagedOf(input, data.listTotals, data.countTotals, db, input.query.year ?? new Date().getUTCFullYear()),
  )

  route(app, sessions, contract.recordPayment, async ({ user, body, request, reply }) => {
    reply.code(201)
    return recordPayment(db, user, body, idempotencyKeyOf(request))
  })

  route(app, sessions, contract.reversePayment, async ({ user, params, body, request, reply }) => {
    reply.code(201)
    return reversePayment(db, user, params.id, body.reason, idempotencyKeyOf(request))
  })
}
