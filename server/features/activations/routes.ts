import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activations.ts'
import type { Deps } from '#server/deps.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import { createActivation, deleteActivation, updateActivation } from './actions.ts'
import { countActivations, listActivations } from './data.ts'

export const registerActivations = (app: FastifyInstance, { db, sessions }: Deps) => {
  const list = (input: PageInput, partnerId: string) =>
    paged(
      input,
      (page) => listActivations(db, partnerId, page),
      () => countActivations(db, partnerId),
    )

  route(app, sessions, contract.listOwnActivations, async ({ user: { partnerId }, ...input }) =>
    partnerId ? (await list(input, partnerId)).map(withoutAuthor) : answerPage(input, [], 0),
  )

  route(app, sessions, contract.listPartnerActivations, async ({ params: { partnerId }, ...input }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return list(input, partnerId)
  })

  route(app, sessions, contract.createActivation, async ({ user, body }) => createActivation(db, user, body))

  route(app, sessions, contract.updateActivation, async ({ user, params, body }) =>
    updateActivation(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteActivation, async ({ user, params }) =>
    deleteActivation(db, user, params.id),
  )
}
