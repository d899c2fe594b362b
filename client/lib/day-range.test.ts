import { afterEach, expect, test } from 'vitest'
import { isBackwards, toTimeRange } from './day-range.ts'

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ
})

test('a range begins and ends at midnight in the time zone of the reader', () => {
  expect(toTimeRange({ from: '2026-11-20', until: '2026-11-20' })).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    until: '2026-11-21T00:00:00.000Z',
  })
  process.env.TZ = 'America/New_York'
  expect(toTimeRange({ from: '2026-11-20', until: '2026-12-31' })).toEqual({
    from: '2026-11-20T05:00:00.000Z',
    until: '2027-01-01T05:00:00.000Z',
  })
})

test('a day on which the clock is set back has 25 hours', () => {
  process.env.TZ = 'America/New_York'
  expect(toTimeRange({ from: '2026-11-01', until: '2026-11-01' })).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    until: '2026-11-02T05:00:00.000Z',
  })
})

test('a range ends no later than the last moment that the server accepts', () => {
  process.env.TZ = 'America/New_York'
  expect(toTimeRange({ from: '2200-12-31', until: '2200-12-31' })).toEqual({
    from: '2200-12-31T05:00:00.000Z',
    until: '2200-12-31T23:59:59.999Z',
  })
})

test.each(['', '0020-11-20', '2201-01-01', '9999-12-31', '2026-11', 'yesterday'])(
  '%j is not a day and gives no range',
  (day) => {
    expect(toTimeRange({ from: day, until: day })).toEqual({ from: '', until: '' })
  },
)

test('detects a last day that is before the first day', () => {
  expect(isBackwards({ from: '2026-11-21', until: '2026-11-20' })).toBe(true)
  expect(isBackwards({ from: '2026-11-20', until: '2026-11-20' })).toBe(false)
  expect(isBackwards({ from: '2026-11-20', until: '' })).toBe(false)
})
