import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/resources/for-partner.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as data from './data.ts'

/** Registers the routes with which staff see the files and downloads of a partner. */
export const registerPartnerFiles = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listPartnerFiles, async ({ params, ...input }) => {
    const partner = orNotFound(await data.getPartnerAudience(db, params.partnerId))
    return pagedOf(input, data.listFilesFor, data.countFilesFor, db, partner)
  })

  route(app, sessions, contract.listPartnerDownloads, async ({ params, ...input }) => {
    const { userId } = orNotFound(await data.getPartnerAudience(db, params.partnerId))
    return pagedOf(input, data.listDownloadsBy, data.countDownloadsBy, db, userId)
  })
}
