import { expect, test } from 'vitest'
import { formatDays, percent } from './system-status.tsx'

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

test.each([
  [0, 'under a day'],
  [0.99, 'under a day'],
  [1.2, '1 day'],
  [2.5, '3 days'],
])('a median of %d days is shown as %s', (days, text) => {
  expect(formatDays(days)).toBe(text)
})
