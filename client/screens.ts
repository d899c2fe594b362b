import type { OnboardingStatus } from '#contract/partners/labels.ts'
import { screenName, screens } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

export type Screen = (typeof screens)[number] | 'landing' | 'no-partner' | 'not-found'

/** The stage of a user, which determines the screen of each path. */
export type Stage = 'visitor' | 'staff' | 'onboarded' | 'onboarding' | 'no-profile' | 'no-partner'

export const stageOf = (
  user: Pick<CurrentUser, 'role' | 'mayCreateProfile'> | null,
  profile: { onboardingStatus: OnboardingStatus } | null,
): Stage => {
  if (!user) return 'visitor'
  if (isStaff(user.role)) return 'staff'
  if (!profile) return user.mayCreateProfile ? 'no-profile' : 'no-partner'
  return profile.onboardingStatus === 'completed' ? 'onboarded' : 'onboarding'
}

const onboardingScreens: Screen[] = ['pre-onboarding', 'onboarding']

const table: Record<Stage, { listed: readonly Screen[]; other: Screen }> = {
  visitor: { listed: [], other: 'landing' },
  staff: { listed: screens, other: 'not-found' },
  onboarded: { listed: screens, other: 'not-found' },
  onboarding: { listed: onboardingScreens, other: 'onboarding' },
  'no-profile': { listed: onboardingScreens, other: 'pre-onboarding' },
  'no-partner': { listed: [], other: 'no-partner' },
}

/** Returns the screen of a path at a stage: the listed screen, or the default screen of the stage for any other path. */
export const screenOf = (stage: Stage, path: string): Screen => {
  const { listed, other } = table[stage]
  const name = screenName(path)
  return listed.find((screen) => screen === name) ?? other
}
