import { expect, test } from 'vitest'
import { dueDateIn, planDueDate } from './due-date.ts'

const now = new Date('2026-10-30T12:00:00Z')
const dueIn = (days: number, timeZone: string | null) => dueDateIn(days, timeZone, now).toISOString()

test("a task is due at 5:00 PM in the partner's time zone, across the change of summer time", () => {
  expect(dueIn(1, 'America/New_York')).toBe('2026-10-31T21:00:00.000Z')
  expect(dueIn(2, 'America/New_York')).toBe('2026-11-01T22:00:00.000Z')
  expect(dueIn(1, 'Pacific/Auckland')).toBe('2026-11-01T04:00:00.000Z')
})

test('a task is due at 5:00 PM UTC without a time zone, or with one that this server does not know', () => {
  expect(dueIn(7, null)).toBe('2026-11-06T17:00:00.000Z')
  expect(dueIn(7, 'Mars/Olympus_Mons')).toBe('2026-11-06T17:00:00.000Z')
})

test('a task due today is due tomorrow once 5:00 PM has passed', () => {
  expect(dueIn(0, null)).toBe('2026-10-30T17:00:00.000Z')
  expect(dueIn(0, 'Asia/Tokyo')).toBe('2026-10-31T08:00:00.000Z')
})

const plannedFor = (
  event: string,
  days: number,
  {
    weekdaysOnly = false,
    timeZone = 'America/New_York' as string | null,
    given = '2026-10-01T12:00:00Z',
  } = {},
) => planDueDate(new Date(event), { days, weekdaysOnly, timeZone }, new Date(given)).toISOString()

test('a task of a plan is due at 5:00 PM, counted from the local day of its event, across the change of summer time', () => {
  // In New York the event is on October 31, and summer time ends on November 1.
  const event = '2026-11-01T02:00:00Z'
  expect(plannedFor(event, -14)).toBe('2026-10-17T21:00:00.000Z')
  expect(plannedFor(event, 0)).toBe('2026-10-31T21:00:00.000Z')
  expect(plannedFor(event, 1)).toBe('2026-11-01T22:00:00.000Z')
  expect(plannedFor(event, 1, { timeZone: null })).toBe('2026-11-02T17:00:00.000Z')
  expect(plannedFor(event, 1, { timeZone: 'Mars/Olympus_Mons' })).toBe('2026-11-02T17:00:00.000Z')
})

test.each([
  // The event is on a Saturday.
  ['2026-10-17T16:00:00Z', -6, '2026-10-09T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', -7, '2026-10-09T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', -1, '2026-10-16T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', 0, '2026-10-16T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', 1, '2026-10-19T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', 2, '2026-10-19T21:00:00.000Z'],
  ['2026-10-17T16:00:00Z', 7, '2026-10-26T21:00:00.000Z'],
])(
  'with weekdays only, a task of the event on %s that is %i days from it is due on %s',
  (event, days, due) => {
    expect(plannedFor(event, days, { weekdaysOnly: true })).toBe(due)
  },
)

test('a task whose time has passed when it is given is due at the end of that day', () => {
  const given = '2026-10-17T22:30:00Z'
  const endOfDay = '2026-10-18T03:59:59.000Z'
  expect(plannedFor('2026-10-20T16:00:00Z', -14, { given })).toBe(endOfDay)
  expect(plannedFor('2026-10-20T16:00:00Z', -3, { given })).toBe(endOfDay)
  expect(plannedFor('2026-10-20T16:00:00Z', -2, { given })).toBe('2026-10-18T21:00:00.000Z')
})
