import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/inbox.ts'
import * as notes from '#contract/chat/notes.ts'
import { getPartnerCard } from '#contract/chat/partner-card.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { answerPage, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { countMessages, listLatestMessages } from '../data.ts'
import { addNote } from './actions.ts'
import { getPartnerCard as readPartnerCard } from './card/data.ts'
import { changeConversation, changeConversations } from './changes/actions.ts'
import * as data from './data.ts'
import { searchConversations } from './search/data.ts'

export const registerInbox = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listConversations, async ({ user, ...input }) => {
    const { search, filter, order, assignedTo, manager, labelId } = ownFilter(user, input.query)
    const what = { filter, order, assignedTo, manager, labelId, mine: user.id }
    if (search !== null) {
      const { total, ids } = await searchConversations(db, { ...what, search }, input.query)
      return answerPage(input, await data.listConversationsById(db, ids), total)
    }
    return pagedOf(input, data.listConversations, data.countConversations, db, what)
  })

  route(app, sessions, contract.getConversation, async ({ params }) =>
    orNotFound(await data.getConversation(db, params.conversationId)),
  )

  route(
    app,
    sessions,
    contract.listConversationMessages,
    async ({ params: { conversationId }, query, request, reply }) => {
      if (!(await data.getConversation(db, conversationId))) throw notFound()
      return pagedOf({ query, request, reply }, listLatestMessages, countMessages, db, conversationId)
    },
  )

  route(app, sessions, contract.changeConversation, async ({ user, params, body }) =>
    changeConversation(db, user, params.conversationId, body),
  )

  route(app, sessions, contract.changeConversations, async ({ user, body }) => ({
    changed: await changeConversations(db, user, body.changes),
  }))

  route(app, sessions, getPartnerCard, async ({ params }) =>
    orNotFound(await readPartnerCard(db, params.conversationId)),
  )

  route(app, sessions, notes.listNotes, async ({ params: { conversationId }, query, request, reply }) => {
    if (!(await data.getConversation(db, conversationId))) throw notFound()
    return pagedOf({ query, request, reply }, data.listNotes, data.countNotes, db, conversationId)
  })

  route(app, sessions, notes.addNote, async ({ user, params, body }) =>
    addNote(db, user, params.conversationId, body),
  )

  route(app, sessions, contract.listTeam, async (input) => pagedOf(input, data.listTeam, data.countTeam, db))

  route(app, sessions, contract.listResponsible, async (input) =>
    pagedOf(input, data.listResponsible, data.countResponsible, db),
  )
}
