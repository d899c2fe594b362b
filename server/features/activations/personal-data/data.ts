import { eq } from 'drizzle-orm'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { listAll, listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { activationFor, libraryAudienceOf } from '../access.ts'
import { listActivations } from '../data.ts'

export const activationData: PersonalData = {
  files: { 'activations.json': 'your activations' },

  async *entries({ db, user }) {
    const { partnerId } = user
    if (!partnerId) return
    const audience = libraryAudienceOf(user)
    const activations = await listAll((page) => listActivations(db, audience, partnerId, page))
    yield* listEntry(
      'activations.json',
      activations.map((each) => activationFor(user, each)),
    )
  },

  count: async (db, { partnerId }) =>
    partnerId
      ? { activations: await db.$count(partnerActivations, eq(partnerActivations.partnerId, partnerId)) }
      : {},
}
