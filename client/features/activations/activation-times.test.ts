import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endOf, isPast, rangesOf, startOf } from './activation-times.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const times = {
  activationDate: '2027-03-13T18:00:00.000Z',
  endsAt: '2027-03-13T22:30:00.000Z',
  timeZone: 'America/Denver',
}

test('the start names its time zone if the reader is in another one', () => {
  expect(startOf(times)).toBe('Mar 13, 2027, 11:00 AM MST')
  expect(startOf({ ...times, timeZone: 'America/New_York' })).toBe('Mar 13, 2027, 1:00 PM')
  expect(startOf({ ...times, timeZone: 'America/Detroit' })).toBe('Mar 13, 2027, 1:00 PM')
  expect(startOf({ ...times, timeZone: null })).toBe('Mar 13, 2027, 1:00 PM')
})

test('a range is shown by the clocks of both zones, and names each day', () => {
  expect(rangesOf(times)).toEqual({
    there: 'Mar 13, 2027, 11:00 AM – 3:30 PM MST',
    here: 'Mar 13, 2027, 1:00 PM – 5:30 PM EST',
  })
  // The clocks are set forward between the start and the end.
  expect(rangesOf({ ...times, timeZone: 'America/New_York', endsAt: '2027-03-14T22:00:00.000Z' })).toEqual({
    there: 'Mar 13, 2027, 1:00 PM – Mar 14, 2027, 6:00 PM EDT',
    here: null,
  })
  expect(rangesOf({ ...times, endsAt: null, timeZone: null })).toEqual({
    there: 'Mar 13, 2027, 1:00 PM EST',
    here: null,
  })
})

test('the end names its day if that is not the day of the start at the place', () => {
  expect(endOf(times)).toBe('3:30 PM')
  expect(endOf({ ...times, endsAt: '2027-03-14T07:30:00.000Z' })).toBe('Mar 14, 2027, 12:30 AM')
  expect(endOf({ ...times, endsAt: null })).toBeNull()
})

test('a zone that the browser does not know counts as none', () => {
  expect(startOf({ ...times, timeZone: 'Mars/Olympus' })).toBe('Mar 13, 2027, 1:00 PM')
})

test('an activation is past after its end, or a day after its start if it has no end', () => {
  const at = (iso: string) => Date.parse(iso)
  expect(isPast(times, at('2027-03-13T22:00:00Z'))).toBe(false)
  expect(isPast(times, at('2027-03-13T23:00:00Z'))).toBe(true)
  expect(isPast({ ...times, endsAt: null }, at('2027-03-14T17:00:00Z'))).toBe(false)
  expect(isPast({ ...times, endsAt: null }, at('2027-03-14T19:00:00Z'))).toBe(true)
})
