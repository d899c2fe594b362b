import type { OnboardingStatus } from '#contract/partners/profile.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'

export type Screen =
  | 'landing'
  | 'dashboard'
  | 'welcome'
  | 'pre-onboarding'
  | 'onboarding'
  | 'resources'
  | 'admin'
  | 'not-found'

/** The stage of a user, which decides what each path shows. */
export type Stage = 'visitor' | 'staff' | 'onboarded' | 'onboarding' | 'no-profile'

export const stageOf = (
  user: { role: Role } | null,
  profile: { onboardingStatus: OnboardingStatus } | null,
): Stage => {
  if (!user) return 'visitor'
  if (isStaff(user.role)) return 'staff'
  if (!profile) return 'no-profile'
  return profile.onboardingStatus === 'completed' ? 'onboarded' : 'onboarding'
}

const onboardingScreens: Screen[] = ['pre-onboarding', 'onboarding']
const allScreens: Screen[] = [...onboardingScreens, 'dashboard', 'welcome', 'resources', 'admin']

const table: Record<Stage, { listed: Screen[]; other: Screen }> = {
  visitor: { listed: [], other: 'landing' },
  staff: { listed: allScreens, other: 'not-found' },
  onboarded: { listed: allScreens, other: 'not-found' },
  onboarding: { listed: onboardingScreens, other: 'onboarding' },
  'no-profile': { listed: onboardingScreens, other: 'pre-onboarding' },
}

/** The screen of a path at a stage: the listed one that the path names, and for every other path the stage's default. */
export const screenOf = (stage: Stage, path: string): Screen => {
  const { listed, other } = table[stage]
  const name = path.replace(/^\/|\/+$/g, '') || 'dashboard'
  return listed.find((screen) => screen === name) ?? other
}
