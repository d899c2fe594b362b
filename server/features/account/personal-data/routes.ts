import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/personal-data.ts'
import type { Deps } from '#server/deps.ts'
import { originOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { zipStream } from '#server/features/files/zip.ts'
import { route } from '#server/http/route.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { ownDataDownloaded } from '../events.ts'
import { requireOwnAccount } from '../sessions/access.ts'
import { personalArchive } from './archive.ts'

export const registerPersonalData = (app: FastifyInstance, deps: Deps, personalData: PersonalData[]) => {
  route(app, deps.sessions, contract.getOwnData, async ({ user, request, reply }) => {
    // Staff who view the portal as a partner see the partner's pages, but must not download all of the partner's data.
    requireOwnAccount(user)
    const isHead = request.method === 'HEAD'
    if (!isHead) {
      await deps.exports.waitForZip(reply)
      await record(deps.db, ownDataDownloaded, user, { user, after: originOf(request) })
    }
    const day = new Date().toISOString().slice(0, 10)
    reply.type('application/zip').header('content-disposition', contentDisposition(`my-data-${day}.zip`))
    const given = { ...deps, db: deps.exports.db, user }
    return reply.send(await zipStream(isHead ? [] : personalArchive(given, personalData)))
  })
}
