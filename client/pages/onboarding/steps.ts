import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { addressWith } from '#client/lib/address-view.ts'
import type { OnboardingStatus } from '#contract/partners/labels.ts'

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
  // The second signature completes onboarding while the documents step is still shown, so the step remains available.
  completed: ['complete', 'documents'],
}

/** Returns the step to show: the requested step if the status allows it, otherwise the step to continue with. */
export const stepShown = (status: OnboardingStatus, requested: string | null): OnboardingStep =>
  openSteps[status].find((step) => step === requested) ?? openSteps[status][0]

/** Returns the number of a step, starting at 1. */
export const stepNumber = (step: OnboardingStep) => onboardingSteps.indexOf(step) + 1

const addressOf = (step: OnboardingStep) => `/onboarding?step=${step}`

/** The current step, which is in the address so that Back and reload restore it, and a function that goes to another step. */
export const useOnboardingStep = (status: OnboardingStatus) => {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const state = useHistoryState<{ cameFrom?: string } | null>()
  const cameFrom = path === '/onboarding' ? state?.cameFrom : path
  const requested = new URLSearchParams(search).get('step')
  const step = stepShown(status, requested)

  useEffect(() => {
    // The second signature opens the portal. At a path other than /onboarding, another screen would then replace onboarding too early.
    if (path !== '/onboarding' || requested !== step) {
      // Dialogs that are open over onboarding stay open, such as an agreement that an email linked to.
      navigate(addressWith('/onboarding', search, { step }), { replace: true, state: { ...state, cameFrom } })
    }
  }, [path, search, requested, step, navigate, state, cameFrom])

  return {
    step,
    /** The path that the user came to, which shows onboarding for now. */
    cameFrom,
    goTo: (next: OnboardingStep) => navigate(addressOf(next)),
  }
}
