import { describe, expect, test } from 'vitest'
import { onboardingStatuses } from '#contract/partners/profile.ts'
import { type Screen, type Stage, screenOf, stageOf } from './screens.ts'

describe('the stage of a user', () => {
  const partner = { role: 'user' } as const

  test('is that of a visitor without a session, whatever profile is still there', () => {
    expect(stageOf(null, null)).toBe('visitor')
    expect(stageOf(null, { onboardingStatus: 'completed' })).toBe('visitor')
  })

  test.each(['support', 'admin'] as const)('is that of staff for %s, with a profile, too', (role) => {
    expect(stageOf({ role }, null)).toBe('staff')
    expect(stageOf({ role }, { onboardingStatus: 'profile' })).toBe('staff')
  })

  test('of a partner follows the profile', () => {
    expect(stageOf(partner, null)).toBe('no-profile')
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

/** Every path shows this screen, but for the paths that are listed. */
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
])('every path shows the right screen at the stage %s', (stage, paths) => {
  const shown = Object.keys(paths).map((path) => [path, screenOf(stage, path)])
  expect(Object.fromEntries(shown)).toEqual(paths)
})
