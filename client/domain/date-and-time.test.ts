import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { dateAndTimeOf, dateAndTimeSchema, defaultTimes, toIsoMoment } from './date-and-time.tsx'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const defaultTime = defaultTimes.task

test('a day without a time means the default time in the time zone of the user', () => {
  expect(toIsoMoment({ day: '2027-03-05', time: '' }, defaultTime)).toBe('2027-03-05T22:00:00.000Z')
  expect(toIsoMoment({ day: '2027-03-05', time: '09:30' }, defaultTime)).toBe('2027-03-05T14:30:00.000Z')
})

test('a stored moment is shown as its day, with its time unless that is the default time', () => {
  expect(dateAndTimeOf('2027-03-05T22:00:00.000Z', defaultTime)).toEqual({ day: '2027-03-05', time: '' })
  expect(dateAndTimeOf('2027-03-05T14:30:00.000Z', defaultTime)).toEqual({ day: '2027-03-05', time: '09:30' })
})

const zones = ['New_York', 'Chicago', 'Denver', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Puerto_Rico']
  .map((city) => `America/${city}`)
  .concat('Pacific/Honolulu')

test.each(zones)(
  'a day without a time, given in %s, is that day in every zone of the United States',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const time of Object.values(defaultTimes)) {
      for (const day of ['2027-01-15', '2027-03-14', '2027-07-15', '2027-11-07']) {
        const moment = new Date(toIsoMoment({ day, time: '' }, time))
        // Canadian English writes dates as YYYY-MM-DD, like the value of the field.
        const days = zones.map((timeZone) => moment.toLocaleDateString('en-CA', { timeZone }))
        expect(new Set(days)).toEqual(new Set([day]))
      }
    }
  },
)

test('a moment that was not changed in the form stays the same to the millisecond', () => {
  const former = '2027-03-05T14:30:17.250Z'
  const shown = dateAndTimeOf(former, defaultTime)
  expect(toIsoMoment(shown, defaultTime, former)).toBe(former)
  expect(toIsoMoment({ ...shown, time: '09:31' }, defaultTime, former)).toBe('2027-03-05T14:31:00.000Z')
})

test('a day is required, and must have a plausible year', () => {
  const schema = z.object(dateAndTimeSchema('Due date is required'))
  const messageOf = (day: string) => schema.safeParse({ day, time: '' }).error?.issues[0]?.message
  expect(messageOf('')).toBe('Due date is required')
  expect(messageOf('0026-11-20')).toBe('Enter a date from 1900 to 2200')
  expect(messageOf('2201-01-01')).toBe('Enter a date from 1900 to 2200')
  expect(messageOf('2026-11-20')).toBeUndefined()
})
