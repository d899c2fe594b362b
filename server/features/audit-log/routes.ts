import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/audit-log.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { answerPage, pagedOf, pageOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as data from './data.ts'
import { recordExport } from './exports.ts'

export const registerAuditLog = (app: FastifyInstance, { db, exports, sessions }: Deps) => {
  route(app, sessions, contract.listAuditLog, async (input) => {
    const { page: _page, limit: _limit, ...filter } = input.query
    return pagedOf(input, data.listAuditEvents, data.countAuditEvents, db, filter)
  })

  route(app, sessions, contract.exportAuditLog, async ({ user, query, ...answering }) =>
    sendCsv(answering, exports, {
      name: 'audit-log',
      heading: data.exportedColumns,
      query: data.auditExportQuery(db, query),
      record: () => recordExport(db, user, answering, 'Audit log', query),
    }),
  )

  route(app, sessions, contract.listAuditPeople, async ({ query, request, reply }) => {
    const { people, total } = await data.listAuditPeople(db, query, pageOf(query))
    return answerPage({ query, request, reply }, people, total)
  })
}
