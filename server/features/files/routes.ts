import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/files/files.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { receiveUpload, registerUpload, requestUpload } from './actions.ts'
import type { FileOwner } from './file-owner.ts'
import { acceptRawBodies } from './raw-bodies.ts'
import { sendStoredFile, sendThumbnail } from './stored-file.ts'

/** `owners` are asked in this order for the file at a path: the first one that has it decides. */
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
    for (const owner of owners) {
      const file = version
        ? await owner.findVersion?.(user, filePath, version)
        : await owner.findFile(user, filePath)
      if (file) return file
    }
    throw notFound()
  }

  route(app, sessions, contract.getFile, async ({ user, params, query, request, reply }) => {
    const file = await findFile(user, params.filePath, query.version)
    if (query.thumbnail !== undefined) return sendThumbnail(request, reply, deps, file)
    return sendStoredFile(request, reply, deps, file, query.download !== undefined)
  })
}
