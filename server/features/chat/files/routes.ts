import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/files.ts'
import type { Deps } from '#server/deps.ts'
import { receiveUpload, registerUpload, requestUpload } from '#server/features/files/actions.ts'
import { sendObject } from '#server/features/files/send-object.ts'
import { asFile, bucketAddress } from '#server/features/files/sent-file.ts'
import { takeBytes } from '#server/features/files/take-bytes.ts'
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

  await takeBytes(app, (raw) =>
    route(raw, sessions, contract.receiveChatUpload, async ({ user, params, request }) =>
      receiveUpload(deps, user, params.id, request.raw, 'chat'),
    ),
  )

  route(app, sessions, contract.getChatFile, async ({ user, params, query, request, reply }) => {
    const file = await getSentFile(db, params.filePath)
    if (!file || !canReadFile(user, file)) throw notFound()
    const download = query.download !== undefined
    if (download && store.bucket && request.method === 'GET') {
      return reply.redirect(await bucketAddress(store.bucket, file))
    }
    return sendObject(request, reply, store, asFile(file, download))
  })
}
