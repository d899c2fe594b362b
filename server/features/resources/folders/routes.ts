import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/resources/folders.ts'
import type { Deps } from '#server/deps.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { onlyClean } from '#server/features/files/scans/clean-files.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import { audienceOf } from '../access.ts'
import { listStoredFiles } from '../data.ts'
import { recordFolderDownload } from '../downloads/data.ts'
import {
  createFolder,
  deleteFolder,
  giveFolder,
  restoreFolder,
  updateFolder,
  withdrawFolder,
} from './actions.ts'
import { countFolders, getFolder, listFolders } from './data.ts'
import { zipOf } from './folder-zip.ts'

export const registerResourceFolders = (app: FastifyInstance, deps: Deps) => {
  const { db, exports, sessions, store } = deps
  route(app, sessions, contract.listResourceFolders, async ({ user, ...input }) => {
    const audience = audienceOf(user)
    const folders = await pagedOf(input, listFolders, countFolders, db, audience, input.query.category)
    return audience === 'staff' ? folders : folders.map(withoutAuthor)
  })

  route(app, sessions, contract.createResourceFolder, async ({ user, body }) => createFolder(db, user, body))

  route(app, sessions, contract.updateResourceFolder, async ({ user, params, body }) =>
    updateFolder(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteResourceFolder, async ({ user, params }) =>
    deleteFolder(db, user, params.id),
  )

  route(app, sessions, contract.giveResourceFolder, async ({ user, params, body }) =>
    giveFolder(deps, user, params.id, body),
  )

  route(app, sessions, contract.withdrawResourceFolder, async ({ user, params }) =>
    withdrawFolder(db, user, params.id),
  )

  route(app, sessions, contract.restoreResourceFolder, async ({ user, params, body }) =>
    restoreFolder(db, user, params.id, body.withdrawnAt),
  )

  route(app, sessions, contract.recordFolderDownload, async ({ user, params, request }) => {
    const audience = audienceOf(user)
    const folder = orNotFound(await getFolder(db, audience, params.id))
    // The zip itself is opened by a link, and the browser would save a refusal as if it were the file.
    if (exports.isUserZipping(request)) {
      throw new AppError('conflict', 'Another download is still running. Try again when it is done.')
    }
    await recordFolderDownload(db, audience, user, folder)
  })

  route(app, sessions, contract.getFolderZip, async ({ user, params, request, reply }) => {
    const audience = audienceOf(user)
    const folder = orNotFound(await getFolder(db, audience, params.id))
    const isHead = request.method === 'HEAD'
    if (!isHead) await exports.waitForZip(reply)
    const files = isHead ? [] : await listStoredFiles(exports.db, audience, folder.id)
    reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(downloadName(folder.name, 'zip')))
    const clean = await onlyClean(deps, files)
    const held = files.filter((file) => !clean.includes(file))
    return reply.send(await zipOf(store, clean, held))
  })
}
