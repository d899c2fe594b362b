import { expect, test } from 'vitest'
import { exportPeriods } from './export-periods.ts'

test('the offered periods are whole months and years, also across the end of a year', () => {
  expect(exportPeriods(new Date(2026, 10, 25, 12))).toEqual({
    thisMonth: { from: '2026-11-01', to: '2026-11-30' },
    lastMonth: { from: '2026-10-01', to: '2026-10-31' },
    thisYear: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(exportPeriods(new Date(2028, 1, 29)).thisMonth).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(exportPeriods(new Date(2027, 0, 31)).lastMonth).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})
