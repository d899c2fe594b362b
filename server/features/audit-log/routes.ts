import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/audit-log.ts'
import { readBatches } from '#server/db/cursor.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import {
  auditExportQuery,
  countAuditEvents,
  exportedColumns,
  listAuditEvents,
  listAuditPeople,
} from './data.ts'

export const registerAuditLog = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listAuditLog, async ({ query, reply }) => {
    const { page, limit, ...filter } = query
    return paged({ query, reply }, listAuditEvents(db, filter, { page, limit }), countAuditEvents(db, filter))
  })

  route(app, sessions, contract.exportAuditLog, async ({ query, request, reply }) =>
    sendCsv(request, reply, 'audit-log', exportedColumns, readBatches(db, auditExportQuery(db, query))),
  )

  route(app, sessions, contract.listAuditPeople, async () => {
    const people = await listAuditPeople(db)
    return people.sort((one, other) => one.name.localeCompare(other.name))
  })
}
