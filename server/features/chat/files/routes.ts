import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/files.ts'
import type { Deps } from '#server/deps.ts'
import { receiveUpload, registerUpload, requestUpload } from '#server/features/files/actions.ts'
import { bucketDownloadUrl, fileResponse } from '#server/features/files/file-response.ts'
import { acceptRawBodies } from '#server/features/files/raw-bodies.ts'
import { sendFile } from '#server/features/files/send-file.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { canReadFile } from './access.ts'
import { getSentFile } from './data.ts'

export const registerChatFiles = async (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, store } = deps

  route(app, sessions, contract.requestChatUpload, async ({ user, body }) =>
    requestUpload(deps, user, body, 'chat'),
  )

  route(app, sessions, contract.registerChatUpload, async ({ user, body }) => {
    const { objectPath: filePath } = await registerUpload(deps, user, body.resourceURL, 'chat')
    return { filePath }
  })

  await acceptRawBodies(app, (raw) =>
    route(raw, sessions, contract.receiveChatUpload, async ({ user, params, request }) =>
      receiveUpload(deps, user, params.id, request.raw, 'chat'),
    ),
  )

  route(app, sessions, contract.getChatFile, async ({ user, params, query, request, reply }) => {
    const file = await getSentFile(db, params.filePath)
    if (!file || !canReadFile(user, file)) throw notFound()
    const download = query.download !== undefined
    if (download && store.bucket && request.method === 'GET') {
      return reply.redirect(await bucketDownloadUrl(store.bucket, file))
    }
    return sendFile(request, reply, store, fileResponse(file, download))
  })
}
