import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activation-list.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { recordExport } from '#server/features/audit-log/exports.ts'
import { sendCsv } from '#server/http/csv.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as data from './data.ts'

/** Registers the list of the activations of all partners, and its export. */
export const registerActivationList = (app: FastifyInstance, { db, exports, sessions }: Deps) => {
  route(app, sessions, contract.listAllActivations, async ({ user, ...input }) => {
    const { sort = '-created', page: _page, limit: _limit, ...query } = ownFilter(user, input.query)
    const filter = { ...query, partnerGroup: await storedGroup(db, query.partnerGroup) }
    return paged(
      input,
      (page) => data.listAllActivations(db, filter, sort, page),
      () => data.countAllActivations(db, filter),
    )
  })

  route(app, sessions, contract.exportActivations, async ({ user, query: asked, ...answering }) => {
    const { sort = '-created', ...query } = ownFilter(user, asked)
    const filter = { ...query, partnerGroup: await storedGroup(db, query.partnerGroup) }
    return sendCsv(answering, exports, {
      name: 'activations',
      heading: data.exportHeading,
      query: data.exportQuery(db, filter, sort),
      record: () => recordExport(db, user, answering, 'Activations', asked),
    })
  })
}
