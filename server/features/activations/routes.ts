import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activations.ts'
import type { Deps } from '#server/deps.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import type { Audience } from '#server/features/resources/access.ts'
import { notFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { linkFor, linkTo } from '#server/mail/links.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { activationFor, canReadActivation, libraryAudienceOf } from './access.ts'
import { addPartners, createActivation, deleteActivation, updateActivation } from './actions.ts'
import { calendarOf } from './calendar.ts'
import { registerActivationComments } from './comments/routes.ts'
import { countActivations, getActivation, listActivations } from './data.ts'
import { registerActivationDay } from './day/routes.ts'
import { registerActivationList } from './list/routes.ts'
import { registerActivationPlans } from './plan/routes.ts'

export const registerActivations = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, settings, baseUrl } = deps
  registerActivationList(app, deps)
  registerActivationDay(app, deps)
  registerActivationPlans(app, deps)
  registerActivationComments(app, deps)

  const list = (input: PageInput, audience: Audience | null, partnerId: string) =>
    paged(
      input,
      (page) => listActivations(db, audience, partnerId, page),
      () => countActivations(db, partnerId),
    )

  const readActivation = async (user: SignedInUser, id: string) => {
    const activation = await getActivation(db, libraryAudienceOf(user), id)
    if (!activation || !canReadActivation(user, activation)) throw notFound()
    return activationFor(user, activation)
  }

  route(app, sessions, contract.listOwnActivations, async ({ user, ...input }) =>
    user.partnerId
      ? (await list(input, libraryAudienceOf(user), user.partnerId)).map((each) => activationFor(user, each))
      : answerPage(input, [], 0),
  )

  route(app, sessions, contract.listPartnerActivations, async ({ params: { partnerId }, ...input }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return list(input, 'staff', partnerId)
  })

  route(app, sessions, contract.getActivation, async ({ user, params }) => readActivation(user, params.id))

  route(app, sessions, contract.getActivationCalendar, async ({ user, params, reply }) => {
    const activation = await readActivation(user, params.id)
    const url = `${baseUrl()}${linkFor(user, linkTo.activation(activation.id), activation)}`
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', contentDisposition(downloadName(activation.name, 'ics')))
      .send(await calendarOf(activation, { url, companyName: settings.companyName }))
  })

  route(app, sessions, contract.createActivation, async ({ user, body }) => createActivation(db, user, body))

  route(app, sessions, contract.updateActivation, async ({ user, params, body }) =>
    updateActivation(db, user, params.id, body),
  )

  route(app, sessions, contract.addPartners, async ({ user, params, body }) =>
    addPartners(db, user, params.id, body.assignments),
  )

  route(app, sessions, contract.deleteActivation, async ({ user, params }) =>
    deleteActivation(db, user, params.id),
  )
}
