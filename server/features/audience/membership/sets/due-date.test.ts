import { expect, test } from 'vitest'
import { dueDateIn } from './due-date.ts'

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
