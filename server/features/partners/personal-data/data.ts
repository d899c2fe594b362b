import { and, eq, sql } from 'drizzle-orm'
import { activityKindOf, activityTypeLabels } from '#contract/partners/activity.ts'
import { activityKindLabels } from '#contract/partners/activity-kinds.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import { profileFields } from '#contract/partners/profile-fields.ts'
import { deleteDependents } from '#server/db/cascades.ts'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { obligations, termAnswers } from '#server/db/schema/obligations.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerActivities, partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { archivedName } from '#server/db/user-names.ts'
import { getPersonalLine } from '#server/features/users/data.ts'
import { jsonEntry, pagesEntry } from '#server/personal-data/archive.ts'
import { erasedEmail, type PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { activityReaderOf, isReadableBy } from '../activity/data.ts'
import { anonymizeMemberships, countOtherMembers, deleteInvitationsTo } from '../members/data.ts'
import { getProfile } from '../profile/data.ts'
import { profileFor } from '../profile/profile-for.ts'

const actorId = sql`(${partnerActivities.metadata} ->> 'actorId')::uuid`

/** Reads a page of what happened to a partner, the oldest first, without the names of others. */
export const listOwnActivities = (
  db: Executor,
  partnerId: string,
  { id: userId, canSign }: Pick<SignedInUser, 'id' | 'canSign'>,
) =>
  oldestFirst(
    db
      .select({
        ...pick(partnerActivities, 'sequence', 'activityType', 'description', 'createdAt'),
        by: archivedName(actorId, userId, sql.raw('partner_activities.partner_id')),
      })
      .from(partnerActivities),
    pick(partnerActivities, 'createdAt', 'sequence'),
    and(eq(partnerActivities.partnerId, partnerId), isReadableBy(activityReaderOf({ canSign }))),
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
  files: {
    'profile.json': 'your partner profile',
    'invitation.json': 'what the partner team wrote to you in your invitation',
  },

  async *entries({ db, user }) {
    const profile = user.partnerId ? await getProfile(db, user.partnerId) : undefined
    if (profile) yield jsonEntry('profile.json', profileFor(user, profile))
    const personalLine = await getPersonalLine(db, user.id)
    if (personalLine) yield jsonEntry('invitation.json', { personalLine })
  },

  count: async (db, { partnerId }) => ({
    otherMembers: partnerId === null ? 0 : await countOtherMembers(db, partnerId),
  }),

  erase: (tx, { email }) => deleteInvitationsTo(tx, email),

  async anonymize(tx, { id, partnerId }) {
    await anonymizeMemberships(tx, id, partnerId)
    if (!partnerId) return
    // What staff wrote about the partner is deleted, too, since it names them.
    await deleteDependents(tx, partnerProfiles, partnerId, [
      partnerDocuments,
      partnerMembers,
      obligations,
      termAnswers,
    ])
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
    const { partnerId } = user
    if (!partnerId) return
    yield* pagesEntry(
      'activity.json',
      listOwnActivities(db, partnerId, user),
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
