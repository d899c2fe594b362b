import type { FastifyInstance } from 'fastify'
import { maxAssignedPartners } from '#contract/limits.ts'
import * as onboardingContract from '#contract/partners/onboarding.ts'
import { exportOnlyColumns, idColumn, partnerColumns } from '#contract/partners/partner-columns.ts'
import type { PartnerSort } from '#contract/partners/partner-filters.ts'
import * as contract from '#contract/partners/partners.ts'
import * as profileContract from '#contract/partners/profile.ts'
import { isStaff } from '#contract/users/roles.ts'
import { refreshAllPartnerFacts, refreshPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { recordExport } from '#server/features/audit-log/exports.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { sendCsv } from '#server/http/csv.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { createPartner, updatePartner } from './actions.ts'
import { registerPartnerActivity } from './activity/routes.ts'
import { listMatching } from './bulk/data.ts'
import { registerBulkActions } from './bulk/routes.ts'
import * as data from './data.ts'
import { findPartners } from './find/data.ts'
import { registerPartnerImport } from './import/routes.ts'
import { registerPartnerInvitation } from './invitation/routes.ts'
import { registerManagers } from './manager/routes.ts'
import { registerMembers } from './members/routes.ts'
import { registerPartnerNotes } from './notes/routes.ts'
import { takeBackStatus } from './onboarding/actions.ts'
import { getOnboarding } from './onboarding/data.ts'
import { saveOwnProfile } from './profile/actions.ts'
import { getProfile } from './profile/data.ts'
import { profileFor } from './profile/profile-for.ts'
import { registerPartnerRecord } from './record/routes.ts'
import { registerPartnerTags } from './tags/routes.ts'

const exported = [...partnerColumns, ...exportOnlyColumns, idColumn]

export const registerPartners = async (app: FastifyInstance, deps: Deps) => {
  const { db, exports, sessions } = deps
  await registerPartnerImport(app, deps)
  registerPartnerRecord(app, deps)
  registerPartnerActivity(app, deps)
  registerMembers(app, deps)
  registerManagers(app, deps)
  registerPartnerInvitation(app, deps)
  registerBulkActions(app, deps)
  registerPartnerTags(app, deps)
  registerPartnerNotes(app, deps)

  route(app, sessions, profileContract.getProfile, async ({ user }) =>
    profileFor(user, orNotFound(user.partnerId ? await getProfile(db, user.partnerId) : undefined)),
  )

  route(app, sessions, profileContract.saveProfile, async ({ user, body, reply }) => {
    if (isStaff(user.role)) throw new AppError('forbidden', 'Staff have no partner profile.')
    if (user.partnerId === null && !user.mayCreateProfile) {
      throw new AppError('forbidden', 'Only the partner team can invite you to create a partner of your own.')
    }
    const { profile, created } = await saveOwnProfile(db, user, body)
    reply.code(created ? 201 : 200)
    return profileFor(user, profile)
  })

  route(app, sessions, onboardingContract.getOnboarding, async ({ user }) =>
    orNotFound(user.partnerId ? await getOnboarding(db, user.partnerId) : undefined),
  )

  route(app, sessions, contract.listPartners, async ({ query, request, reply }) =>
    paged(
      { query, request, reply },
      (page) => data.listPartnerChoices(db, query.search, page),
      () => data.countPartnerChoices(db, query.search),
    ),
  )

  route(app, sessions, contract.listPartnersWithUsers, async ({ user, query, request, reply }) => {
    const filter = ownFilter(user, query)
    await refreshPartnerFacts(db)
    return paged(
      { query, request, reply },
      (page) => data.listPartners(db, filter, query.sort, page),
      () => data.countPartners(db, filter),
    )
  })

  const sendPartners = async (
    user: SignedInUser,
    answering: Parameters<typeof sendCsv>[0],
    chosen: Parameters<typeof data.exportQuery>[1],
    asked: Record<string, unknown> & { sort?: PartnerSort },
  ) => {
    const columns = exported.map(([name]) => name)
    return sendCsv(answering, exports, {
      name: 'partners',
      heading: exported.map(([, label]) => label),
      query: data.exportQuery(db, chosen, asked.sort ?? '-created', columns),
      // A file must not miss partners who have just been added, however many they are.
      prepare: refreshAllPartnerFacts,
      record: () => recordExport(db, user, answering, 'Partners', asked),
    })
  }

  route(app, sessions, contract.exportPartners, async ({ user, query, ...answering }) =>
    sendPartners(user, answering, ownFilter(user, query), query),
  )

  route(app, sessions, contract.exportSelectedPartners, async ({ user, body, ...answering }) =>
    sendPartners(user, answering, { ids: body.ids }, { partners: body.ids.length }),
  )

  route(app, sessions, contract.listPartnerIds, async ({ user, query }) => ({
    ids: await listMatching(db, ownFilter(user, query), maxAssignedPartners),
  }))

  route(app, sessions, contract.findPartners, async ({ body }) => findPartners(db, body.lines))

  route(app, sessions, contract.getPartner, async ({ params }) =>
    orNotFound(await data.getPartner(db, params.partnerId)),
  )

  route(app, sessions, contract.createPartner, async ({ user, body }) => createPartner(db, user, body))

  route(app, sessions, contract.updatePartner, async ({ user, params, body }) =>
    updatePartner(db, user, params.partnerId, body),
  )

  route(app, sessions, contract.takeBackStatus, async ({ user, params, body }) =>
    takeBackStatus(db, user, params.partnerId, body.reason),
  )
}
