import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { exportAgreements } from '#contract/documents/agreement-export.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/domain-events/actor.ts'
import { recordExport } from '#server/features/audit-log/exports.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { zipStream } from '#server/features/files/zip.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { agreementArchive } from './archive.ts'
import { type ExportFilter, hasSigned } from './data.ts'

export const registerAgreementExport = (app: FastifyInstance, deps: Deps) => {
  const { db, exports, sessions } = deps

  route(app, sessions, exportAgreements, async ({ user, query, request, reply }) => {
    const { partnerId } = query
    const partner = partnerId === undefined ? null : await getProfile(db, partnerId)
    if (partner === undefined) throw new AppError('not_found', 'There is no such partner.')
    const exportedAt = new Date()
    if (!(await hasSigned(db, query, exportedAt))) throw new AppError('not_found', nothingSigned(query))

    const isHead = request.method === 'HEAD'
    if (!isHead) await exports.waitForExport(reply)
    const name = downloadName(archiveName(query, partner), 'zip')
    reply.type('application/zip').header('content-disposition', contentDisposition(name))
    if (isHead) return reply.send(await zipStream([]))
    const record = await recordExport(db, user, { request, reply }, 'Agreements', query)
    const entries = agreementArchive(
      { ...deps, db: exports.db },
      {
        filter: query,
        exportedBy: actorOf(user),
        exportedAt,
        log: request.log,
        onAgreement: () => record.addRows(1),
        onEnd: record.complete,
      },
    )
    return reply.send(await zipStream(entries))
  })
}

const nothingSigned = ({ partnerId, from, to, ids }: ExportFilter) => {
  if (ids) return 'None of these agreements is signed.'
  const isPeriod = from !== undefined || to !== undefined
  if (partnerId === undefined) return 'No agreements were signed in this period.'
  return isPeriod
    ? 'This partner has signed no agreements in this period.'
    : 'This partner has signed no agreements.'
}

/** Returns a name such as "Agreements of Harborview Hall 2026-11-01 to 2026-11-30". */
const archiveName = ({ from, to }: ExportFilter, partner: { businessName: string } | null) => {
  const whose = partner ? ` of ${partner.businessName}` : ''
  return `Agreements${whose}${from ? ` ${from}` : ''}${to ? ` to ${to}` : ''}`
}
