import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/emails.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/domain-events/actor.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { messageIdOf } from '#server/mail/deliver.ts'
import { renderText } from '#server/mail/email-content.ts'
import { sendAgain, sendAgainProblem } from './actions.ts'
import * as data from './data.ts'

/** Registers the routes of the log of all emails, for staff. */
export const registerEmails = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, settings, baseUrl } = deps

  route(app, sessions, contract.listEmails, async (input) => {
    const { page: _page, limit: _limit, ...filter } = input.query
    return pagedOf(input, data.listEmails, data.countEmails, db, filter)
  })

  route(app, sessions, contract.getEmail, async ({ params }) => {
    const email = orNotFound(await data.getEmail(db, params.id))
    const { content, user: _user, ...shown } = email
    return {
      ...shown,
      text: content && renderText(content, settings.companyName),
      messageId: content && email.attempts > 0 ? messageIdOf(baseUrl(), email.id) : null,
      resends: await data.listResends(db, email),
      sendAgainProblem: await sendAgainProblem(db, email),
    }
  })

  route(app, sessions, contract.sendEmailAgain, async ({ user, params }) =>
    sendAgain(deps, actorOf(user), params.id),
  )
}
