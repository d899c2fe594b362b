import { expect, test } from 'vitest'
import { periodBefore, periodOf } from './periods.ts'

test.each([
  ['this-month', '2026-03-31', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2024-03-01', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
  ['this-quarter', '2026-02-10', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31', '2025-07-01', '2025-09-30'],
  ['this-year', '2024-12-31', '2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31'],
] as const)(
  '%s on %s has its days, and the calendar period before',
  (period, today, from, to, before, until) => {
    expect(periodOf({ period }, today)).toEqual({ from, to })
    expect(periodBefore({ from, to })).toEqual({ from: before, to: until })
  },
)

test('the period before other days has the same length and ends on the day before', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-30' })).toEqual({
    from: '2026-01-30',
    to: '2026-02-28',
  })
  expect(periodBefore({ from: '2026-03-08', to: '2026-03-08' })).toEqual({
    from: '2026-03-07',
    to: '2026-03-07',
  })
})
