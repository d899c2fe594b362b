import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/files.ts'
import type { Deps } from '#server/deps.ts'
import { receiveUpload, registerUpload, requestUpload } from '#server/features/files/actions.ts'
import { acceptRawBodies } from '#server/features/files/raw-bodies.ts'
import { sendStoredFile, sendThumbnail } from '#server/features/files/stored-file.ts'
import { thumbnailStateOf } from '#server/features/files/thumbnail-state.ts'
import { notFound } from '#server/http/app-error.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { canReadFile } from './access.ts'
import { getSentFile } from './data.ts'

const maxUploadsPerDay = 100

export const registerChatFiles = async (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  // With the maximum size of a file, this is about a gigabyte of storage for each user and day.
  const limitUploads = createRateLimiter(db, {
    name: 'chat-uploads',
    max: maxUploadsPerDay,
    windowSeconds: 24 * 60 * 60,
    message: () => `You can upload at most ${maxUploadsPerDay} files per day. Try again tomorrow.`,
  })

  route(app, sessions, contract.requestChatUpload, async ({ user, body }) => {
    await limitUploads(user.id)
    return requestUpload(deps, user, body, 'chat')
  })

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
    if (query.thumbnail) return sendThumbnail(request, reply, deps, file)
    return sendStoredFile(request, reply, deps, file, query.download ?? false)
  })

  route(app, sessions, contract.getChatThumbnail, async ({ user, params }) => {
    const file = await getSentFile(db, params.filePath)
    if (!file || !canReadFile(user, file)) throw notFound()
    return { thumbnail: thumbnailStateOf(file.fileType, file.thumbnailSize) }
  })
}
