import type { Executor } from '#server/db/client.ts'
import { logActivity, type PartnerProfileRow, updateProfile } from '../profile/data.ts'
import { hasSignedAll } from './data.ts'

/** Completes onboarding once all agreements are signed. A profile that is not confirmed yet completes by confirming it. */
export const completeOnboarding = async (tx: Executor, profile: PartnerProfileRow, actorId: string) => {
  if (profile.onboardingStatus !== 'documents' || !(await hasSignedAll(tx, profile.id))) return
  await updateProfile(tx, profile.id, { onboardingStatus: 'completed' })
  await logActivity(tx, {
    partnerId: profile.id,
    activityType: 'onboarding_completed',
    description: 'Onboarding completed',
    metadata: { actorId },
  })
}
