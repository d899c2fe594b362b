import { afterEach, expect, test, vi } from 'vitest'
import { calendarDay, momentOf, timeOfDay } from './local-moment.ts'

afterEach(() => vi.unstubAllEnvs())

test('a day is formatted in the time zone of the reader, with leading zeros', () => {
  expect(calendarDay(new Date(2027, 0, 1))).toBe('2027-01-01')
  expect(timeOfDay(new Date(2027, 0, 1, 7, 5))).toBe('07:05')
})

test('a day and a time convert to a moment in the time zone of the reader and back', () => {
  for (const [zone, moment] of [
    ['America/New_York', '2026-11-21T04:59:00.000Z'],
    ['Asia/Kolkata', '2026-11-20T18:29:00.000Z'],
    ['UTC', '2026-11-20T23:59:00.000Z'],
  ] as const) {
    vi.stubEnv('TZ', zone)
    expect(momentOf('2026-11-20', '23:59')?.toISOString()).toBe(moment)
    expect(calendarDay(new Date(moment))).toBe('2026-11-20')
    expect(timeOfDay(new Date(moment))).toBe('23:59')
  }
})

test('a time on a day when the clocks change has the right offset', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(momentOf('2026-11-01', '12:00')?.toISOString()).toBe('2026-11-01T17:00:00.000Z')
  expect(momentOf('2026-03-08', '12:00')?.toISOString()).toBe('2026-03-08T16:00:00.000Z')
  // A time in the skipped hour counts as the same time one hour later.
  expect(momentOf('2026-03-08', '02:30')?.toISOString()).toBe('2026-03-08T07:30:00.000Z')
})

test('an invalid day or time gives no moment', () => {
  for (const day of ['', '2026-02-30', '0026-11-20', '20.11.2026'])
    expect(momentOf(day, '12:00')).toBeUndefined()
  for (const time of ['', '24:00', '12:60', '1:00', 'noon'])
    expect(momentOf('2026-11-20', time)).toBeUndefined()
})

test.each([
  ['America/New_York', '2027-07-04', '10:00', '2027-07-04T14:00:00.000Z'],
  ['America/New_York', '2026-11-01', '12:00', '2026-11-01T17:00:00.000Z'],
  ['America/Los_Angeles', '2027-03-13', '23:30', '2027-03-14T07:30:00.000Z'],
  ['Europe/Berlin', '2027-03-28', '03:30', '2027-03-28T01:30:00.000Z'],
  ['Asia/Kolkata', '2026-11-20', '00:15', '2026-11-19T18:45:00.000Z'],
])('in %s %s, %s is a moment, wherever the reader is', (zone, day, time, moment) => {
  for (const here of ['UTC', 'Pacific/Honolulu']) {
    vi.stubEnv('TZ', here)
    expect(momentOf(day, time, zone)?.toISOString()).toBe(moment)
    expect(calendarDay(new Date(moment), zone)).toBe(day)
    expect(timeOfDay(new Date(moment), zone)).toBe(time)
  }
})

test('in another zone, a time in the skipped hour counts as one hour later', () => {
  expect(momentOf('2026-03-08', '02:30', 'America/New_York')?.toISOString()).toBe('2026-03-08T07:30:00.000Z')
  expect(momentOf('2027-03-28', '02:30', 'Europe/Berlin')?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
})
