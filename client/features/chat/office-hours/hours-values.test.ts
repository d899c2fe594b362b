import 'temporal-polyfill/global'
import { expect, test } from 'vitest'
import { OfficeHours } from '#contract/chat/office-hours.ts'
import { describeHours, HoursSchema, type HoursValues, hoursOf, valuesOf } from './hours-values.ts'

const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const newYork: HoursValues = {
  isOn: true,
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

test('periods are sent in order, with midnight as the end of the day', () => {
  const hours = hoursOf(newYork)
  expect(hours?.week.monday).toEqual([
    { from: '09:00', until: '12:00' },
    { from: '13:00', until: '24:00' },
  ])
  expect(OfficeHours.safeParse(hours).success).toBe(true)
  expect(valuesOf(hours).holidays.map(({ date }) => date)).toEqual(['2026-11-26', '2026-12-25'])
  expect(hoursOf(valuesOf(hours))?.week).toEqual(hours?.week)
})

test('hours that are turned off are sent as null, and start with valid values when turned on', () => {
  expect(hoursOf({ ...newYork, isOn: false })).toBeNull()
  const initial = valuesOf(null)
  expect(initial.isOn).toBe(false)
  expect(OfficeHours.safeParse(hoursOf({ ...initial, isOn: true })).success).toBe(true)
})

test.each([
  ['2026-11-23T15:00:00Z', 'The office is open now.'],
  ['2026-11-20T15:00:00Z', 'The office is closed now. It opens on Monday, November 23 at 9:00 AM EST.'],
  ['2026-11-23T17:30:00Z', 'The office is closed now. It opens on Monday, November 23 at 1:00 PM EST.'],
])('at %s the form shows: %s', (moment, text) => {
  expect(describeHours(hoursOf(newYork), new Date(moment))).toBe(text)
})

test('hours that are off, without an opening or incomplete are described', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  expect(describeHours(null, now)).toBe('Office hours are off.')
  expect(describeHours(hoursOf({ ...newYork, week: none }), now)).toContain('closed for at least a year')
  expect(describeHours(hoursOf({ ...newYork, timeZone: 'Mars/Base' }), now)).toBeNull()
  const incomplete = { ...none, monday: [{ from: '', until: '12:00' }] }
  expect(describeHours(hoursOf({ ...newYork, week: incomplete }), now)).toBeNull()
})

test('an error in a period is shown at its day, and an error in a holiday at its field', () => {
  const values = {
    ...newYork,
    week: { ...none, monday: [{ from: '12:00', until: '09:00' }] },
    holidays: [{ date: '2026-12-25', name: '' }],
  }
  const issues = HoursSchema.safeParse(values).error?.issues ?? []
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['week.monday', 'The end must be after the start'],
    ['holidays.0.name', 'A name is required'],
  ])
  expect(HoursSchema.safeParse({ ...values, isOn: false }).data).toBeNull()
})
