import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/drafts.ts'
import type { Deps } from '#server/deps.ts'
import { mayNotSign } from '#server/http/access.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { saveDraft } from './actions.ts'
import { getDraft } from './data.ts'

export const registerDrafts = (app: FastifyInstance, { db, sessions }: Pick<Deps, 'db' | 'sessions'>) => {
  route(app, sessions, contract.getDraft, async ({ user, params }) => {
    if (user.impersonation) {
      throw new AppError('forbidden', 'Only partners themselves can see what they have not sent yet.')
    }
    // The draft of a former signer may name the terms.
    if (params.form !== 'profile' && mayNotSign(user)) throw notFound()
    return (await getDraft(db, user.id, params.form)) ?? { values: {}, updatedAt: null }
  })

  route(app, sessions, contract.saveDraft, async ({ user, params, body }) =>
    saveDraft(db, user, params.form, body),
  )
}
