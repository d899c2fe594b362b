import type { ProfileForm } from '#contract/partners/profile.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { AppError, wrongField } from '#server/http/app-error.ts'
import { createOpenDocuments, hasSignedAll } from '../onboarding/data.ts'
import { createProfile, lockProfileByUser, lockProfileForShare, logActivity, updateProfile } from './data.ts'

/**
 * Creates the user's profile, with its two agreements to sign, or confirms and changes the one that is there.
 * @throws AppError `conflict` once onboarding is completed: then only staff change the profile
 */
export const saveOwnProfile = (db: Database, userId: string, form: ProfileForm) =>
  db.transaction(async (tx) => {
    const created = await createProfile(tx, { ...form, userId, onboardingStatus: 'documents' })
    if (created) {
      await createOpenDocuments(tx, created.id)
      await logActivity(tx, activity(created.id, userId, 'profile_created', 'Profile created'))
      return { profile: created, created: true }
    }
    return { profile: await confirmProfile(tx, userId, form), created: false }
  })

const confirmProfile = async (tx: Executor, userId: string, form: ProfileForm) => {
  const profile = await lockProfileByUser(tx, userId)
  if (!profile) throw new Error('the existing profile was not found')
  if (profile.onboardingStatus === 'completed') {
    throw new AppError(
      'conflict',
      'Your onboarding is complete. Ask the partner team to change your profile.',
    )
  }
  // Staff may have marked both as signed on paper before the partner has confirmed the profile.
  const onboardingStatus = (await hasSignedAll(tx, profile.id)) ? 'completed' : 'documents'
  const first = profile.onboardingStatus === 'profile'
  await logActivity(
    tx,
    activity(
      profile.id,
      userId,
      first ? 'profile_confirmed' : 'profile_updated',
      first ? 'Profile confirmed' : 'Profile updated',
    ),
  )
  return updateProfile(tx, profile.id, { ...form, onboardingStatus })
}

const activity = (partnerId: string, actorId: string, activityType: string, description: string) => ({
  partnerId,
  activityType,
  description,
  metadata: { actorId },
})

/**
 * Requires that the partner exists, and locks it against deletion until the transaction ends.
 * @throws AppError `bad_request` when there is no such partner
 */
export const requirePartner = async (tx: Executor, partnerId: string) => {
  if (!(await lockProfileForShare(tx, partnerId)))
    throw wrongField('partnerId', 'This partner no longer exists.')
}
