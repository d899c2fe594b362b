import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/notifications/unsubscribe.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { findSubscription, unsubscribe } from './actions.ts'
import { askPage, donePage, unknownPage, unsubscribePolicy } from './page.ts'

const maxBodyBytes = 4096

const sendPage = (reply: FastifyReply, status: 200 | 404, page: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', unsubscribePolicy)
    .send(page)

/** Registers the page of the unsubscribe links in emails, for readers who are not signed in. */
export const registerUnsubscribe = async (app: FastifyInstance, { db, sessions }: Deps) => {
  await app.register(async (page) => {
    // The body is a form or comes from the unsubscribe button of a mail program. Its content does not matter.
    page.removeAllContentTypeParsers()
    page.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
      done(null),
    )

    route(page, sessions, contract.showUnsubscribe, async ({ query: { token = '' }, reply }) => {
      const found = await findSubscription({ db }, token)
      if (!found) return sendPage(reply, 404, unknownPage())
      return sendPage(reply, 200, askPage(token, found.switches))
    })

    route(page, sessions, contract.unsubscribe, async ({ query: { token }, reply }) => {
      const found = await unsubscribe({ db }, token)
      if (!found) return sendPage(reply, 404, unknownPage())
      return sendPage(reply, 200, donePage(found.switches))
    })
  })
}
