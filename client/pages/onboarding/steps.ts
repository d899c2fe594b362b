import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { addressWith } from '#client/lib/address-view.ts'
import type { OnboardingStatus } from '#contract/partners/profile.ts'

export const onboardingSteps = ['welcome', 'profile', 'documents', 'complete'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const stepTitles: Record<OnboardingStep, string> = {
  welcome: 'Welcome',
  profile: 'Profile',
  documents: 'Documents',
  complete: 'Complete',
}

/** The steps that each status allows; the first is where the partner continues. */
const openSteps: Record<OnboardingStatus, readonly [OnboardingStep, ...OnboardingStep[]]> = {
  profile: ['welcome', 'profile'],
  documents: ['documents', 'profile', 'welcome'],
  // The second signature completes onboarding, while the step of the documents is still open and can be read.
  completed: ['complete', 'documents'],
}

/** The step to show: the requested one where the status allows it, else the one to continue with. */
export const stepShown = (status: OnboardingStatus, requested: string | null): OnboardingStep =>
  openSteps[status].find((step) => step === requested) ?? openSteps[status][0]

/** From 1. */
export const stepNumber = (step: OnboardingStep) => onboardingSteps.indexOf(step) + 1

const addressOf = (step: OnboardingStep) => `/onboarding?step=${step}`

/** The step that is shown, which is in the address so that Back and reload restore it, and how to go to another. */
export const useOnboardingStep = (status: OnboardingStatus) => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const state = useHistoryState<{ cameFrom?: string } | null>()
  const cameFrom = path === '/onboarding' ? state?.cameFrom : path
  const requested = new URLSearchParams(search).get('step')
  const step = stepShown(status, requested)

  useEffect(() => {
    // The second signature opens the portal, and at any other path another screen would replace this one before its end.
    if (path !== '/onboarding' || requested !== step) {
      // What is opened on top of it stays, such as the agreement that an email leads to.
      navigate(addressWith('/onboarding', search, { step }), { replace: true, state: { ...state, cameFrom } })
    }
  }, [path, search, requested, step, navigate, state, cameFrom])

  return {
    step,
    /** The address that shows onboarding for now. */
    cameFrom,
    goTo: (next: OnboardingStep) => navigate(addressOf(next)),
  }
}
