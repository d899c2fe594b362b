import { and, eq, sql } from 'drizzle-orm'
import { activityKindOf, activityTypeLabels } from '#contract/partners/activity.ts'
import { activityKindLabels } from '#contract/partners/activity-kinds.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import { profileFields } from '#contract/partners/profile-fields.ts'
import { deleteDependents } from '#server/db/cascades.ts'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { partnerActivities, partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { jsonEntry, pagesEntry } from '#server/personal-data/archive.ts'
import { erasedEmail, type PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import { isForPartners } from '../activity/data.ts'
import { getProfile } from '../profile/data.ts'

/** Reads a page of what happened to a partner, the oldest first, without the names of the team. */
export const listOwnActivities = (db: Executor, partnerId: string, userId: string) =>
  oldestFirst(
    db
      .select({
        ...pick(partnerActivities, 'sequence', 'activityType', 'description', 'createdAt'),
        by: sql<string>`case when ${partnerActivities.metadata} ->> 'actorId' = ${userId} then 'you' else 'Partner team' end`,
      })
      .from(partnerActivities),
    pick(partnerActivities, 'createdAt', 'sequence'),
    and(eq(partnerActivities.partnerId, partnerId), isForPartners),
  )

const requiredTexts = {
  fullName: 'Erased partner',
  businessName: 'Erased business',
  state: '',
  mainMarketingContact: '',
  businessWebsite: '',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
} as const

/** The fields of an erased profile except the email address: fields that may be empty are null. */
const emptyProfile = {
  ...Object.fromEntries([...Object.keys(profileFields), ...appendixAFields].map((name) => [name, null])),
  ...requiredTexts,
}

export const partnerData: PersonalData = {
  files: { 'profile.json': 'your partner profile' },

  async *entries({ db, user }) {
    if (user.partnerId) yield jsonEntry('profile.json', await getProfile(db, user.partnerId))
  },

  async anonymize(tx, { id, partnerId }) {
    if (!partnerId) return
    // What staff wrote about the partner is deleted, too, since it names them.
    await deleteDependents(tx, partnerProfiles, partnerId, [partnerDocuments])
    await tx
      .update(partnerProfiles)
      .set({ ...emptyProfile, email: erasedEmail(id) })
      .where(eq(partnerProfiles.id, partnerId))
  },
}

export const activityData: PersonalData = {
  files: {
    'activity.json':
      'what happened to your account, profile, agreements, tasks and activations, and what you downloaded',
  },

  async *entries({ db, user }) {
    const { id, partnerId } = user
    if (!partnerId) return
    yield* pagesEntry(
      'activity.json',
      listOwnActivities(db, partnerId, id),
      ({ activityType, description, createdAt, by }) => ({
        kind: activityKindLabels[activityKindOf(activityType)],
        what: activityTypeLabels[activityType],
        description,
        createdAt,
        by,
      }),
    )
  },
}
