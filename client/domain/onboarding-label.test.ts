import { expect, test } from 'vitest'
import { onboardingLabel } from './onboarding-label.ts'

test('each onboarding status has its label', () => {
  expect(onboardingLabel('completed').label).toBe('Approved')
  expect(onboardingLabel('documents').label).toBe('Under Review')
  expect(onboardingLabel('profile').label).toBe('Pending')
})

test('a missing profile or status counts as the first step', () => {
  expect(onboardingLabel(undefined).label).toBe('Pending')
  expect(onboardingLabel(null).label).toBe('Pending')
})

test('labels an unknown status as unknown', () => {
  expect(onboardingLabel('paused').label).toBe('Unknown')
  expect(onboardingLabel('toString').label).toBe('Unknown')
})
