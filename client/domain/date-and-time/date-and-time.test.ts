import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sentMoment, usualTimes, whenFields, whenOf } from './date-and-time.ts'

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const { time: usual } = usualTimes.task

test('a day alone means its usual time, where the person is', () => {
  expect(sentMoment({ day: '2027-03-05', time: '' }, usual)).toBe('2027-03-05T22:00:00.000Z')
  expect(sentMoment({ day: '2027-03-05', time: '09:30' }, usual)).toBe('2027-03-05T14:30:00.000Z')
})

test('a stored moment shows as its day, with its time where that is not the usual one', () => {
  expect(whenOf('2027-03-05T22:00:00.000Z', usual)).toEqual({ day: '2027-03-05', time: '' })
  expect(whenOf('2027-03-05T14:30:00.000Z', usual)).toEqual({ day: '2027-03-05', time: '09:30' })
})

const zones = ['New_York', 'Chicago', 'Denver', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Puerto_Rico']
  .map((city) => `America/${city}`)
  .concat('Pacific/Honolulu')

test.each(zones)('a day alone, given in %s, is that day in every zone of the States', (zone) => {
  vi.stubEnv('TZ', zone)
  for (const { time } of Object.values(usualTimes)) {
    for (const day of ['2027-01-15', '2027-03-14', '2027-07-15', '2027-11-07']) {
      const moment = new Date(sentMoment({ day, time: '' }, time))
      // Where English is written as in Canada, a day is written as here.
      const days = zones.map((timeZone) => moment.toLocaleDateString('en-CA', { timeZone }))
      expect(new Set(days)).toEqual(new Set([day]))
    }
  }
})

test('a moment that nobody has touched stays as it is, to the millisecond', () => {
  const former = '2027-03-05T14:30:17.250Z'
  const shown = whenOf(former, usual)
  expect(sentMoment(shown, usual, former)).toBe(former)
  expect(sentMoment({ ...shown, time: '09:31' }, usual, former)).toBe('2027-03-05T14:31:00.000Z')
})

test('a day has to be given, and to be one that somebody means', () => {
  const schema = z.object(whenFields('Due date is required'))
  const messageOf = (day: string) => schema.safeParse({ day, time: '' }).error?.issues[0]?.message
  expect(messageOf('')).toBe('Due date is required')
  expect(messageOf('0026-11-20')).toBe('Enter a date')
  expect(messageOf('2026-11-20')).toBeUndefined()
})
