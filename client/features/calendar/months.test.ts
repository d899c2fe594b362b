import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/calendar-days.ts'
import { dayLabel, monthLabel, monthOf, readShown, shiftByMonths, shiftMonth, weeksOf } from './months.ts'

describe('the weeks of a month', () => {
  test('begin on Sunday and are six, with the days of the months around it', () => {
    const weeks = weeksOf('2026-12')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([
      ...['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'],
      ...['2026-12-03', '2026-12-04', '2026-12-05'],
    ])
    expect(weeks.at(-1)?.at(-1)).toBe('2027-01-09')
    expect(weeksOf('2026-02')[0]?.[0]).toBe('2026-02-01')
  })

  test('have each day of the month once, in order, whatever the month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1901, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, number) => {
        const month = `${year}-${String(number).padStart(2, '0')}`
        const days = weeksOf(month).flat()
        expect(new Set(days).size).toBe(42)
        expect(days.toSorted()).toEqual(days)
        expect(days.filter((day) => monthOf(day) === month)).toHaveLength(
          new Date(Date.UTC(year, number, 0)).getUTCDate(),
        )
      }),
    )
  })
})

test('days and months shift across the end of a year, and a short month ends on its last day', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
  expect(shiftByMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(shiftByMonths('2026-12-14', -12)).toBe('2025-12-14')
})

test('months and days have names, with the year if it is not the current one', () => {
  expect(monthLabel('2026-12')).toBe('December 2026')
  expect(dayLabel('2026-12-14', '2026-11-24')).toBe('Monday, December 14')
  expect(dayLabel('2027-01-01', '2026-11-24')).toBe('Friday, January 1, 2027')
})

test.each([
  ['2026-12', { month: '2026-12', day: null }],
  ['2026-12-14', { month: '2026-12', day: '2026-12-14' }],
  ['', { month: '2026-11', day: null }],
  ['2026-13', { month: '2026-11', day: null }],
  ['2026-02-30', { month: '2026-11', day: null }],
  ['1900-12', { month: '2026-11', day: null }],
  ['2200-01', { month: '2026-11', day: null }],
  ['<script>', { month: '2026-11', day: null }],
])('the address %j shows %j', (text, shown) => {
  expect(readShown(text, '2026-11-24')).toEqual(shown)
})
