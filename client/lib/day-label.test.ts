import { expect, test } from 'vitest'
import { dayLabel } from './day-label.ts'

// The tests run in UTC.
test.each([
  ['2026-11-20T00:00:00Z', 'Today'],
  ['2026-11-19T23:59:00Z', 'Yesterday'],
  ['2026-11-19T00:00:00Z', 'Yesterday'],
  ['2026-11-18T23:59:00Z', 'Nov 18, 2026'],
  ['2025-11-20T09:00:00Z', 'Nov 20, 2025'],
])('%s is shown as %s', (moment, label) => {
  expect(dayLabel(moment, new Date('2026-11-20T09:00:00Z'))).toBe(label)
})
