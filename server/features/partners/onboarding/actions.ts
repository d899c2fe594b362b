import { isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { giveAutomaticSets } from '#server/features/audience/membership/sets/actions.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { getPartner } from '../data.ts'
import { onboardingCompleted, onboardingReopened, statusTakenBack } from '../events.ts'
import { lockProfile, type PartnerProfileRow, updateProfile } from '../profile/data.ts'
import { hasSigned, hasSignedAll } from './data.ts'

/** Completes onboarding once all agreements are signed. If the profile is not confirmed yet, confirming it completes onboarding instead. */
export const completeOnboarding = async (tx: Executor, profile: PartnerProfileRow, by: Actor) => {
  if (profile.onboardingStatus !== 'documents' || !(await hasSignedAll(tx, profile.id))) return
  await updateProfile(tx, profile.id, { onboardingStatus: 'completed' })
  await record(tx, onboardingCompleted, by, { partner: profile })
  await giveAutomaticSets(tx, 'onboarding', null, [profile.id])
}

/** Takes onboarding back to the agreements when one of them must be signed again, so that the status shows the next step. */
export const reopenOnboarding = async (
  tx: Executor,
  profile: PartnerProfileRow,
  documentType: string,
  by: Actor,
) => {
  // A voided agreement of a type that is not part of onboarding must not close the portal to the partner.
  if (profile.onboardingStatus !== 'completed' || !isOnboardingType(documentType)) return
  if (await hasSigned(tx, profile.id, documentType)) return
  await updateProfile(tx, profile.id, { onboardingStatus: 'documents' })
  await record(tx, onboardingReopened, by, { partner: profile })
}

/**
 * Takes a partner's onboarding back to the profile, which they confirm again. If all agreements are signed, that completes onboarding.
 * @throws AppError `not_found`; `conflict` when the profile is not confirmed
 */
export const takeBackStatus = (db: Database, actor: Actor, partnerId: string, reason: string) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfile(tx, partnerId))
    const { onboardingStatus } = profile
    if (onboardingStatus === 'profile') {
      throw new AppError('conflict', 'This partner has not confirmed the profile yet.')
    }
    await updateProfile(tx, partnerId, { onboardingStatus: 'profile' })
    await record(tx, statusTakenBack, actor, {
      partner: profile,
      before: { onboardingStatus },
      after: { partnerId, onboardingStatus: 'profile', reason },
    })
    return orNotFound(await getPartner(tx, partnerId))
  })
