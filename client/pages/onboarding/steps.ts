import type { OnboardingStatus } from '#contract/partners/profile.ts'

export const onboardingSteps = ['welcome', 'profile', 'documents', 'complete'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const stepTitles: Record<OnboardingStep, string> = {
  welcome: 'Welcome',
  profile: 'Profile',
  documents: 'Documents',
  complete: 'Complete',
}

/** The steps that somebody may see by what is stored; the first is where they begin. */
const openSteps: Record<OnboardingStatus, readonly [OnboardingStep, ...OnboardingStep[]]> = {
  profile: ['welcome', 'profile'],
  documents: ['documents', 'profile', 'welcome'],
  // With the second signature all is done, and the step of the documents is still there to be finished and read.
  completed: ['complete', 'documents'],
}

/** The step to show: the one asked for, where what is stored allows it, else the one to go on with. */
export const stepShown = (status: OnboardingStatus, asked: string | null): OnboardingStep =>
  openSteps[status].find((step) => step === asked) ?? openSteps[status][0]

/** The number that people see, from 1. */
export const stepNumber = (step: OnboardingStep) => onboardingSteps.indexOf(step) + 1
