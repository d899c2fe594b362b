import { describe, expect, test } from 'vitest'
import { type EventDays, endDayFor, haveLength } from './activation-form.ts'

/** Returns the end date once the user has typed these start dates, or has changed both dates, one after another. */
const endAfter = (stored: EventDays, typed: (string | EventDays)[]) => {
  let former = stored
  let days = stored
  for (const next of typed) {
    days = typeof next === 'string' ? { day: next, endDay: endDayFor({ ...days, day: next }, former) } : next
    if (haveLength(days)) former = days
  }
  return days.endDay
}

const threeDays = { day: '2027-02-26', endDay: '2027-02-28' }

describe('the end date of an event', () => {
  test('moves by as many days as the start date, also back', () => {
    expect(endAfter(threeDays, ['2027-03-14'])).toBe('2027-03-16')
    expect(endAfter(threeDays, ['2026-12-30'])).toBe('2027-01-01')
    expect(endAfter(threeDays, ['2027-03-14', '2027-11-06', '2027-02-26'])).toBe('2027-02-28')
  })

  test('stays while the start date is incomplete, and keeps its distance', () => {
    const year = ['0002-02-26', '0020-02-26', '0202-02-26']
    for (const typed of [...year, '']) expect(endAfter(threeDays, [typed])).toBe('2027-02-28')
    expect(endAfter(threeDays, [...year, '2028-02-26'])).toBe('2028-02-28')
    expect(endAfter(threeDays, ['', '2027-02-01'])).toBe('2027-02-03')
  })

  test('stays as the user has entered it by hand', () => {
    const shorter = { day: '2027-02-26', endDay: '2027-02-27' }
    expect(endAfter(threeDays, [shorter])).toBe('2027-02-27')
    expect(endAfter(threeDays, [shorter, '2027-03-14'])).toBe('2027-03-15')
    expect(endAfter(threeDays, ['', { day: '', endDay: '2027-05-09' }, '2027-05-05'])).toBe('2027-05-09')
    expect(endAfter(threeDays, [{ day: '2027-02-26', endDay: '2027-01-09' }, '2027-01-07'])).toBe(
      '2027-01-09',
    )
  })

  test('stays empty, and within the dates that the portal knows', () => {
    expect(endAfter(threeDays, [{ day: '2027-02-26', endDay: '' }, '2027-03-14'])).toBe('')
    expect(endAfter({ day: '', endDay: '2027-02-28' }, ['2027-02-01'])).toBe('2027-02-28')
    expect(endAfter(threeDays, ['2200-12-31'])).toBe('2027-02-28')
    expect(endAfter(threeDays, ['2200-12-31', '2200-12-20'])).toBe('2200-12-22')
  })
})
