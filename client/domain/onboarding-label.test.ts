import { expect, test } from 'vitest'
import { onboardingLabel } from './onboarding-label.ts'

test('says how far a partner has come', () => {
  expect(onboardingLabel('completed').label).toBe('Approved')
  expect(onboardingLabel('documents').label).toBe('Under Review')
  expect(onboardingLabel('profile').label).toBe('Pending')
})

test('takes who has no profile or no status for one who begins', () => {
  expect(onboardingLabel(undefined).label).toBe('Pending')
  expect(onboardingLabel(null).label).toBe('Pending')
})

test('admits what it does not know', () => {
  expect(onboardingLabel('paused').label).toBe('Unknown')
  expect(onboardingLabel('toString').label).toBe('Unknown')
})
