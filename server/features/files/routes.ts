import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/files/files.ts'
import type { Deps } from '#server/deps.ts'
import { isOnboarded } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { receiveUpload, registerUpload, requestUpload } from './actions.ts'
import type { FileOwner } from './file-owner.ts'
import { acceptRawBodies } from './raw-bodies.ts'
import { rangeOf } from './send-file.ts'
import { sendStoredFile, sendThumbnail } from './stored-file.ts'

/** Registers the routes of files. The `owners` are asked for a file in this order, and the first that has it decides. */
export const registerFiles = async (app: FastifyInstance, deps: Deps, owners: FileOwner[]) => {
  const { sessions } = deps

  route(app, sessions, contract.requestUpload, async ({ user, body }) => requestUpload(deps, user, body))

  route(app, sessions, contract.registerUpload, async ({ user, body }) =>
    registerUpload(deps, user, body.resourceURL),
  )

  await acceptRawBodies(app, (raw) =>
    route(raw, sessions, contract.receiveUpload, async ({ user, params, request }) =>
      receiveUpload(deps, user, params.id, request.raw),
    ),
  )

  const findFile = async (user: SignedInUser, filePath: string, version: string | undefined) => {
    const isNewcomer = !isOnboarded(user)
    for (const owner of owners) {
      if (isNewcomer && !owner.isForNewcomers) continue
      const file = version
        ? await owner.findVersion?.(user, filePath, version)
        : await owner.findFile(user, filePath)
      if (file) return { file, owner }
    }
    throw isNewcomer ? forbidden() : notFound()
  }

  route(app, sessions, contract.getFile, async ({ user, params, query, request, reply }) => {
    const { file, owner } = await findFile(user, params.filePath, query.version)
    if (request.method !== 'HEAD' && owner.reads) {
      // A viewer reads a file in many ranges, and only the first counts. A bucket serves a download as a whole.
      const range = query.download ? null : rangeOf(request, { etag: file.sha256, size: file.fileSize })
      const isLater = range !== null && range !== 'unsatisfiable' && range.start > 0
      if (!(isLater && (await owner.reads.areRecorded(user, params.filePath)))) {
        await request.server.spendBudget('export', user)
        await owner.reads.record(user, params.filePath)
      }
    }
    if (query.thumbnail) return sendThumbnail(request, reply, deps, file)
    return sendStoredFile(request, reply, deps, file, query.download ?? false)
  })
}
