import { expect, test } from 'vitest'
import { funnelSteps, percent } from './onboarding-funnel.tsx'

test('each step has its share of all users and partners', () => {
  const steps = funnelSteps({ invited: 5, profile: 3, documents: 0, completed: 12 })
  expect(steps.map(({ id, count, share }) => [id, count, share])).toEqual([
    ['invited', 5, 0.25],
    ['profile', 3, 0.15],
    ['documents', 0, 0],
    ['completed', 12, 0.6],
  ])
})

test('each share is 0 when there are no users or partners', () => {
  const steps = funnelSteps({ invited: 0, profile: 0, documents: 0, completed: 0 })
  expect(steps.map(({ share }) => share)).toEqual([0, 0, 0, 0])
})

test.each([
  [0, '0%'],
  [0.0001, 'under 1%'],
  [0.014, '1%'],
  [0.5, '50%'],
  [0.995, 'over 99%'],
  [1, '100%'],
])('a share of %d is shown as %s', (share, text) => {
  expect(percent(share)).toBe(text)
})
