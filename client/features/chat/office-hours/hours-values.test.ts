import { expect, test } from 'vitest'
import { OfficeHours } from '#contract/chat/office-hours.ts'
import { type HoursValues, hoursOf, standingAt, valuesOf } from './hours-values.ts'

const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const newYork: HoursValues = {
  isKept: true,
  timeZone: 'America/New_York',
  week: {
    ...none,
    monday: [
      { from: '13:00', until: '00:00' },
      { from: '09:00', until: '12:00' },
    ],
  },
  holidays: [
    { date: '2026-12-25', name: 'Christmas' },
    { date: '2026-11-26', name: 'Thanksgiving' },
  ],
}

test('what is typed is sent in its order, and midnight as the end of the day', () => {
  const hours = hoursOf(newYork)
  expect(hours?.week.monday).toEqual([
    { from: '09:00', until: '12:00' },
    { from: '13:00', until: '24:00' },
  ])
  expect(OfficeHours.safeParse(hours).success).toBe(true)
  expect(valuesOf(hours).holidays.map(({ date }) => date)).toEqual(['2026-11-26', '2026-12-25'])
  expect(hoursOf(valuesOf(hours))?.week).toEqual(hours?.week)
})

test('hours that are turned off are none, and turned on begin with usual ones', () => {
  expect(hoursOf({ ...newYork, isKept: false })).toBeNull()
  const begun = valuesOf(null)
  expect(begun.isKept).toBe(false)
  expect(OfficeHours.safeParse(hoursOf({ ...begun, isKept: true })).success).toBe(true)
})

test.each([
  ['2026-11-23T15:00:00Z', 'The team is here now.'],
  ['2026-11-20T15:00:00Z', 'The team is away now, and back on Monday, November 23 at 9:00 AM EST.'],
  ['2026-11-23T17:30:00Z', 'The team is away now, and back on Monday, November 23 at 1:00 PM EST.'],
])('at %s: %s', (moment, words) => {
  expect(standingAt(hoursOf(newYork), new Date(moment))).toBe(words)
})

test('it says when there are no hours, none ahead, or none that are whole', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  expect(standingAt(null, now)).toBe('Partners are told of no hours.')
  expect(standingAt(hoursOf({ ...newYork, week: none }), now)).toContain('not back within a year')
  expect(standingAt(hoursOf({ ...newYork, timeZone: 'Mars/Base' }), now)).toBeNull()
  const half = { ...none, monday: [{ from: '', until: '12:00' }] }
  expect(standingAt(hoursOf({ ...newYork, week: half }), now)).toBeNull()
})
