import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/files/files.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { audienceOf } from '#server/features/resources/access.ts'
import { getStoredFile, getStoredVersion } from '#server/features/resources/data.ts'
import { canReachTask } from '#server/features/tasks/access.ts'
import { getTaskFile } from '#server/features/tasks/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { receiveUpload, registerUpload, requestUpload } from './actions.ts'
import { bucketDownloadUrl, fileResponse, thumbnailResponse } from './file-response.ts'
import { acceptRawBodies } from './raw-bodies.ts'
import { sendFile } from './send-file.ts'

export const registerFiles = async (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, store } = deps

  route(app, sessions, contract.requestUpload, async ({ user, body }) => requestUpload(deps, user, body))

  route(app, sessions, contract.registerUpload, async ({ user, body }) =>
    registerUpload(deps, user, body.resourceURL),
  )

  await acceptRawBodies(app, (raw) =>
    route(raw, sessions, contract.receiveUpload, async ({ user, params, request }) =>
      receiveUpload(deps, user, params.id, request.raw),
    ),
  )

  /** What is no resource may hang on a task. */
  const fileOfTask = async (user: SignedInUser, filePath: string) => {
    const file = await getTaskFile(db, filePath)
    return file && canReachTask(user, file) ? file : undefined
  }

  route(app, sessions, contract.getFile, async ({ user, params, query, request, reply }) => {
    const { filePath } = params
    if (query.version && !isStaff(user.role)) throw notFound()
    const file = query.version
      ? await getStoredVersion(db, filePath, query.version)
      : ((await getStoredFile(db, audienceOf(user), filePath)) ?? (await fileOfTask(user, filePath)))
    if (!file) throw notFound()
    if (query.thumbnail !== undefined) return sendFile(request, reply, store, thumbnailResponse(file))
    const download = query.download !== undefined
    if (download && store.bucket && request.method === 'GET') {
      return reply.redirect(await bucketDownloadUrl(store.bucket, file))
    }
    return sendFile(request, reply, store, fileResponse(file, download))
  })
}
