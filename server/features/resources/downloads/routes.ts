import type { FastifyInstance } from 'fastify'
import { recordFolderDownload } from '#contract/resources/folders.ts'
import { listResourceDownloads, recordDownload } from '#contract/resources/resources.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { audienceOf } from '../access.ts'
import { getResource } from '../data.ts'
import { getFolder } from '../folders/data.ts'
import * as data from './data.ts'

export const registerResourceDownloads = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, recordDownload, async ({ user, params }) => {
    const counted = await data.recordDownload(db, audienceOf(user), user.id, params.id)
    if (!counted) throw notFound()
    return { downloadCount: counted.downloadCount }
  })

  route(app, sessions, recordFolderDownload, async ({ user, params }) => {
    const audience = audienceOf(user)
    if (!(await getFolder(db, audience, params.id))) throw notFound()
    await data.recordFolderDownload(db, audience, user.id, params.id)
  })

  route(app, sessions, listResourceDownloads, async ({ params, query, reply }) => {
    if (!(await getResource(db, 'staff', params.id))) throw notFound()
    return paged(
      { query, reply },
      data.listDownloads(db, params.id, query),
      data.countDownloads(db, params.id),
    )
  })
}
