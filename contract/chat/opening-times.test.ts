import 'temporal-polyfill/global'
import { describe, expect, test } from 'vitest'
import { OfficeHours } from './office-hours.ts'
import { describeMoment, isOpenAt, nextOpening, type OpeningTimes, weekdays } from './opening-times.ts'

const timesOf = (
  timeZone: string,
  days: Partial<OpeningTimes['week']>,
  ...holidays: string[]
): OpeningTimes => {
  const never = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OpeningTimes['week']
  return { timeZone, week: { ...never, ...days }, holidays: holidays.map((date) => ({ date })) }
}
const nineToFive = [{ from: '09:00', until: '17:00' }]
const workdays = (times = nineToFive) =>
  Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, times])) as Partial<OpeningTimes['week']>
const everyDay = (from: string, until: string) =>
  Object.fromEntries(weekdays.map((day) => [day, [{ from, until }]])) as OpeningTimes['week']
const at = (iso: string) => new Date(iso)
const opens = (times: OpeningTimes, after: string) => nextOpening(times, at(after))?.toISOString()

const office = timesOf('America/New_York', workdays(), '2026-11-26', '2026-12-25')

describe('an office from nine to five', () => {
  test.each([
    ['before it opens', '2026-11-20T13:59:59Z', false],
    ['as it opens', '2026-11-20T14:00:00Z', true],
    ['just before it closes', '2026-11-20T21:59:59.999Z', true],
    ['as it closes', '2026-11-20T22:00:00Z', false],
    ['on Saturday', '2026-11-21T16:00:00Z', false],
    ['on a holiday', '2026-11-26T16:00:00Z', false],
    ['on Friday there, when it is Saturday in UTC', '2026-11-21T00:00:00Z', false],
  ])('at %s: open is %s', (_when, moment, open) => {
    expect(isOpenAt(office, at(moment))).toBe(open)
  })

  test.each([
    ['on the same day', '2026-11-20T08:00:00Z', '2026-11-20T14:00:00.000Z'],
    ['after the weekend', '2026-11-20T22:00:00Z', '2026-11-23T14:00:00.000Z'],
    ['after a holiday', '2026-11-25T22:30:00Z', '2026-11-27T14:00:00.000Z'],
    ['after a holiday and a weekend', '2026-12-25T01:00:00Z', '2026-12-28T14:00:00.000Z'],
    ['while it is open, the next time', '2026-11-20T15:00:00Z', '2026-11-23T14:00:00.000Z'],
  ])('opens next %s', (_when, after, opening) => {
    expect(opens(office, after)).toBe(opening)
  })

  test('opens at local time after a clock change over the weekend', () => {
    // Clocks go forward on Sunday, March 8, 2026, and back on Sunday, November 1, 2026.
    expect(opens(office, '2026-03-06T22:00:00Z')).toBe('2026-03-09T13:00:00.000Z')
    expect(opens(office, '2026-10-30T21:00:00Z')).toBe('2026-11-02T14:00:00.000Z')
  })
})

describe('hours on the day of a clock change', () => {
  const night = (from: string, until: string) => timesOf('America/New_York', everyDay(from, until))

  test('that begin in skipped time open when the clocks go forward, if they last longer', () => {
    // The times from 02:00 to 03:00 are skipped: at 07:00 UTC it is 03:00.
    expect(opens(night('02:30', '04:00'), '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    expect(opens(night('02:00', '04:00'), '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    expect(opens(night('03:00', '04:00'), '2026-03-08T06:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    expect(opens(night('02:15', '02:45'), '2026-03-08T06:00:00Z')).toBe('2026-03-09T06:15:00.000Z')
  })

  test('that are repeated open the first time, and are open both times', () => {
    // The times from 01:00 to 02:00 occur twice: from 05:00 and from 06:00 UTC.
    const times = night('01:30', '01:45')
    expect(opens(times, '2026-11-01T04:00:00Z')).toBe('2026-11-01T05:30:00.000Z')
    expect([
      isOpenAt(times, at('2026-11-01T05:35:00Z')),
      isOpenAt(times, at('2026-11-01T06:35:00Z')),
    ]).toEqual([true, true])
  })

  test('follow southern clock changes and half-hour zones', () => {
    // Sydney goes back on April 5, 2026, and forward on October 4, 2026; Lord Howe Island by half an hour on the same days.
    const sydney = timesOf('Australia/Sydney', workdays())
    expect(opens(sydney, '2026-04-03T07:00:00Z')).toBe('2026-04-05T23:00:00.000Z')
    expect(opens(sydney, '2026-10-02T08:00:00Z')).toBe('2026-10-04T22:00:00.000Z')
    const island = timesOf('Australia/Lord_Howe', everyDay('02:15', '09:00'))
    expect(opens(island, '2026-10-03T12:00:00Z')).toBe('2026-10-03T15:30:00.000Z')
    expect(opens(timesOf('Asia/Kathmandu', workdays()), '2026-11-20T12:00:00Z')).toBe(
      '2026-11-23T03:15:00.000Z',
    )
  })
})

test('a day can have several periods, be open all day, or be closed', () => {
  const times = timesOf('UTC', {
    monday: [
      { from: '08:00', until: '12:00' },
      { from: '13:00', until: '17:00' },
    ],
    tuesday: [{ from: '00:00', until: '24:00' }],
  })
  expect(opens(times, '2026-11-23T12:00:00Z')).toBe('2026-11-23T13:00:00.000Z')
  expect(opens(times, '2026-11-23T17:00:00Z')).toBe('2026-11-24T00:00:00.000Z')
  expect(isOpenAt(times, at('2026-11-24T23:59:59Z'))).toBe(true)
  expect(isOpenAt(times, at('2026-11-25T00:00:00Z'))).toBe(false)
  expect(nextOpening(timesOf('UTC', {}), at('2026-11-23T12:00:00Z'))).toBeNull()
})

test('a moment is described with its weekday, date, time and time zone', () => {
  expect(describeMoment('America/New_York', at('2026-11-23T14:00:00Z'))).toBe(
    'Monday, November 23 at 9:00 AM EST',
  )
  expect(describeMoment('America/Chicago', at('2026-07-06T13:30:00Z'))).toBe('Monday, July 6 at 8:30 AM CDT')
})

describe('office hours', () => {
  const hours = {
    timeZone: 'Europe/Berlin',
    week: { ...everyDay('09:00', '17:00') },
    holidays: [] as unknown[],
  }
  const day = (...periods: unknown[]) => ({ ...hours, week: { ...hours.week, monday: periods } })
  const isValid = (value: unknown) => OfficeHours.safeParse(value).success

  test('need a time zone, periods in order, and each holiday once', () => {
    expect(isValid(hours)).toBe(true)
    expect(isValid(day({ from: '00:00', until: '24:00' }))).toBe(true)
    expect(isValid(day({ from: '08:00', until: '12:00' }, { from: '12:00', until: '13:00' }))).toBe(true)
    expect(isValid({ ...hours, holidays: [{ date: '2026-12-25', name: 'Christmas' }] })).toBe(true)
    for (const wrong of [
      { ...hours, timeZone: 'Mars/Olympus' },
      { ...hours, timeZone: '' },
      day({ from: '09:00', until: '09:00' }),
      day({ from: '17:00', until: '09:00' }),
      day({ from: '24:00', until: '24:00' }),
      day({ from: '9:00', until: '17:00' }),
      day({ from: '09:00', until: '25:00' }),
      day({ from: '08:00', until: '12:00' }, { from: '11:00', until: '13:00' }),
      day({ from: '13:00', until: '14:00' }, { from: '08:00', until: '12:00' }),
      { ...hours, week: { monday: [] } },
      { ...hours, holidays: [{ date: '2026-02-30', name: 'None' }] },
      { ...hours, holidays: Array(2).fill({ date: '2026-12-25', name: 'Christmas' }) },
    ])
      expect(isValid(wrong), JSON.stringify(wrong)).toBe(false)
  })
})
