import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { OnboardingStatus } from '#contract/partners/profile.ts'
import { type OnboardingStep, stepShown } from './steps.ts'

const address = (step: OnboardingStep) => `/onboarding?step=${step}`

/** The step that is shown and the way to another: it is part of the address, so that Back and reload do what people expect. */
export const useOnboardingStep = (status: OnboardingStatus) => {
  const [path, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('step')
  const step = stepShown(status, asked)

  useEffect(() => {
    // At any other path the second signature, which opens the portal, would take the screen away before it is finished.
    if (path !== '/onboarding' || asked !== step) navigate(address(step), { replace: true })
  }, [path, asked, step, navigate])

  const goTo = useCallback((next: OnboardingStep) => navigate(address(next)), [navigate])
  return { step, goTo }
}
