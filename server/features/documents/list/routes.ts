import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/documents/document-list.ts'
import { refreshPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { changeEndOfDocuments } from '../life/dates.ts'
import { voidDocuments } from '../life/voiding.ts'
import * as data from './data.ts'
import { askForNewText } from './new-text.ts'

/** Registers the list of the agreements of all partners, and what staff do with several of them. */
export const registerDocumentList = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listAllDocuments, async ({ user, ...input }) => {
    const { search, sort = '-sent', page: _page, limit: _limit, ...query } = ownFilter(user, input.query)
    const [words, partnerGroup] = await Promise.all([
      data.findWords(db, search),
      storedGroup(db, query.partnerGroup),
    ])
    await refreshPartnerFacts(db)
    return paged(
      input,
      (page) => data.listAllDocuments(db, { ...query, words, partnerGroup }, sort, page),
      () => data.countAllDocuments(db, { ...query, words, partnerGroup }),
    )
  })

  route(app, sessions, contract.voidDocuments, async ({ user, body }) =>
    voidDocuments(db, user, body.ids, body.reason),
  )

  route(app, sessions, contract.changeEndOfDocuments, async ({ user, body }) =>
    changeEndOfDocuments(db, user, body.ids, body.endsOn),
  )

  route(app, sessions, contract.askForNewText, async ({ user, body }) => askForNewText(deps, user, body.ids))
}
