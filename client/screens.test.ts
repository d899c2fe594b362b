import { describe, expect, test } from 'vitest'
import { onboardingStatuses } from '#contract/partners/labels.ts'
import { type Screen, type Stage, screenOf, stageOf } from './screens.ts'

describe('the stage of a user', () => {
  const partner = { role: 'user', mayCreateProfile: true } as const

  test('without a session is that of a visitor, even if a profile is still cached', () => {
    expect(stageOf(null, null)).toBe('visitor')
    expect(stageOf(null, { onboardingStatus: 'completed' })).toBe('visitor')
  })

  test.each(['support', 'admin'] as const)('is that of staff for %s, with a profile, too', (role) => {
    const staff = { role, mayCreateProfile: false }
    expect(stageOf(staff, null)).toBe('staff')
    expect(stageOf(staff, { onboardingStatus: 'profile' })).toBe('staff')
  })

  test('without a profile depends on whether the user may create one', () => {
    expect(stageOf(partner, null)).toBe('no-profile')
    expect(stageOf({ ...partner, mayCreateProfile: false }, null)).toBe('no-partner')
  })

  test('of a partner depends on the profile', () => {
    const stages = onboardingStatuses.map((onboardingStatus) => [
      onboardingStatus,
      stageOf(partner, { onboardingStatus }),
    ])
    expect(Object.fromEntries(stages)).toEqual({
      profile: 'onboarding',
      documents: 'onboarding',
      completed: 'onboarded',
    })
  })
})

const everyPath: Record<string, Screen> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/dashboard/': 'dashboard',
  '/admin': 'admin',
  '/welcome': 'welcome',
  '/pre-onboarding': 'pre-onboarding',
  '/onboarding': 'onboarding',
  '/resources': 'resources',
  '/nowhere': 'not-found',
  '/dashboard/nowhere': 'not-found',
}

/** Returns the expected screens: the given screen for every path except the listed ones. */
const always = (screen: Screen, listed: Record<string, Screen> = {}) => ({
  ...Object.fromEntries(Object.keys(everyPath).map((path) => [path, screen])),
  ...listed,
})

const onboardingPaths: Record<string, Screen> = {
  '/pre-onboarding': 'pre-onboarding',
  '/onboarding': 'onboarding',
}

test.each<[Stage, Record<string, Screen>]>([
  ['visitor', always('landing')],
  ['staff', everyPath],
  ['onboarded', everyPath],
  ['onboarding', always('onboarding', onboardingPaths)],
  ['no-profile', always('pre-onboarding', onboardingPaths)],
  ['no-partner', always('no-partner')],
])('every path shows the right screen at the stage %s', (stage, paths) => {
  const shown = Object.keys(paths).map((path) => [path, screenOf(stage, path)])
  expect(Object.fromEntries(shown)).toEqual(paths)
})
