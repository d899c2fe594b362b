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

const everyScreen: Record<string, Screen> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/welcome': 'welcome',
  '/pre-onboarding': 'pre-onboarding',
  '/onboarding': 'onboarding',
  '/resources': 'resources',
  '/admin': 'admin',
}

const onboardingScreens: Record<string, Screen> = {
  '/pre-onboarding': 'pre-onboarding',
  '/onboarding': 'onboarding',
}

const table: Record<Stage, { listed: Record<string, Screen>; other: Screen }> = {
  visitor: { listed: {}, other: 'landing' },
  staff: { listed: everyScreen, other: 'not-found' },
  onboarded: { listed: everyScreen, other: 'not-found' },
  onboarding: { listed: onboardingScreens, other: 'onboarding' },
  'no-profile': { listed: onboardingScreens, other: 'pre-onboarding' },
}

/** The screen of a path at a stage: a listed path has its own, and every other path the stage's default. */
export const screenOf = (stage: Stage, path: string): Screen => {
  const { listed, other } = table[stage]
  const plain = path.replace(/(?<=.)\/+$/, '')
  return (Object.hasOwn(listed, plain) && listed[plain]) || other
}
