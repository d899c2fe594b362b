import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/resources/folders.ts'
import type { Deps } from '#server/deps.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { audienceOf } from '../access.ts'
import { listStoredFiles } from '../data.ts'
import { recordFolderDownload } from '../downloads/data.ts'
import { createFolder, deleteFolder, updateFolder } from './actions.ts'
import { getFolder, listFolders } from './data.ts'
import { zipOf } from './folder-zip.ts'

export const registerResourceFolders = (app: FastifyInstance, { db, sessions, store }: Deps) => {
  route(app, sessions, contract.listResourceFolders, async ({ user, query }) =>
    listFolders(db, audienceOf(user), query.category),
  )

  route(app, sessions, contract.createResourceFolder, async ({ user, body }) => createFolder(db, user, body))

  route(app, sessions, contract.updateResourceFolder, async ({ user, params, body }) =>
    updateFolder(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteResourceFolder, async ({ user, params }) =>
    deleteFolder(db, user, params.id),
  )

  route(app, sessions, contract.recordFolderDownload, async ({ user, params }) => {
    const audience = audienceOf(user)
    if (!(await getFolder(db, audience, params.id))) throw notFound()
    await recordFolderDownload(db, audience, user.id, params.id)
  })

  route(app, sessions, contract.getFolderZip, async ({ user, params, request, reply }) => {
    const audience = audienceOf(user)
    const folder = await getFolder(db, audience, params.id)
    if (!folder) throw notFound()
    const files = await listStoredFiles(db, audience, folder.id)
    reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(downloadName(folder.name, 'zip')))
    return reply.send(zipOf(store, request.method === 'HEAD' ? [] : files))
  })
}
