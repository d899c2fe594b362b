import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/resources/resources.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound, orNotFound } from '#server/http/app-error.ts'
import { answerPage, paged, pagedOf, pageOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { audienceOf } from './access.ts'
import { createResource, deleteResource, replaceFile, restoreResource, updateResource } from './actions.ts'
import { countVersions, getResource, listVersions, visibleTo } from './data.ts'
import * as downloads from './downloads/data.ts'
import { registerResourceFolders } from './folders/routes.ts'
import { registerPartnerFiles } from './for-partner/routes.ts'
import { findResources } from './list/data.ts'
import { readFuzzySearch, readSearch, type SearchQuery } from './search/data.ts'

export const registerResources = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, settings } = deps
  registerResourceFolders(app, deps)
  registerPartnerFiles(app, deps)

  route(app, sessions, contract.listResources, async ({ user, query, request, reply }) => {
    const audience = audienceOf(user)
    const withdrawn = query.withdrawn ?? false
    if (withdrawn && audience !== 'staff') throw forbidden()
    const find = (search: SearchQuery | null) =>
      findResources(
        db,
        audience,
        { category: query.category, folder: query.folder, search, withdrawn },
        { ...query, ...pageOf(query) },
      )
    let found = await find(query.search === null ? null : readSearch(query.search))
    // A search that forgives typos looks only at the words of active files.
    if (found.total === 0 && query.search !== null && !withdrawn) {
      found = await find(await readFuzzySearch(db, visibleTo(audience), query.search))
    }
    return answerPage({ query, request, reply }, found.rows, found.total)
  })

  route(app, sessions, contract.getResource, async ({ user, params }) =>
    orNotFound(await getResource(db, audienceOf(user), params.id)),
  )

  route(app, sessions, contract.createResource, async ({ user, body }) => createResource(deps, user, body))

  route(app, sessions, contract.updateResource, async ({ user, params, body }) =>
    updateResource(deps, user, params.id, body),
  )

  route(app, sessions, contract.deleteResource, async ({ user, params }) =>
    deleteResource(deps, user, params.id),
  )

  route(app, sessions, contract.restoreResource, async ({ user, params }) =>
    restoreResource(deps, user, params.id),
  )

  route(app, sessions, contract.replaceResourceFile, async ({ user, params, body }) =>
    replaceFile(deps, user, params.id, body),
  )

  route(app, sessions, contract.listResourceVersions, async ({ params, query, request, reply }) => {
    if (!(await getResource(db, 'staff', params.id))) throw notFound()
    return paged(
      { query, request, reply },
      async (page) => {
        const versions = await listVersions(db, params.id, page)
        // Once the scanner is turned off, its earlier verdicts no longer block versions.
        return settings.clamavUrl ? versions : versions.map((version) => ({ ...version, held: null }))
      },
      () => countVersions(db, params.id),
    )
  })

  route(app, sessions, contract.recordDownload, async ({ user, params }) => {
    const recorded = orNotFound(await downloads.recordDownload(db, audienceOf(user), user, params.id))
    return { downloadCount: recorded.downloadCount }
  })

  route(app, sessions, contract.listResourceDownloads, async ({ params, ...input }) => {
    if (!(await getResource(db, 'staff', params.id))) throw notFound()
    return pagedOf(input, downloads.listDownloads, downloads.countDownloads, db, params.id)
  })

  route(app, sessions, contract.listNotDownloaded, async ({ params, ...input }) => {
    if (!(await getResource(db, 'staff', params.id))) throw notFound()
    return pagedOf(input, downloads.listNotDownloaded, downloads.countNotDownloaded, db, params.id)
  })
}
