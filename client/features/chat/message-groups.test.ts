import { expect, test } from 'vitest'
import { dayLabel, groupMessages } from './message-groups.ts'

// Tests run in UTC.
const now = new Date('2026-11-20T09:00:00Z')

test.each([
  ['2026-11-20T00:00:00Z', 'Today'],
  ['2026-11-19T23:59:00Z', 'Yesterday'],
  ['2026-11-19T00:00:00Z', 'Yesterday'],
  ['2026-11-18T23:59:00Z', 'Nov 18, 2026'],
  ['2025-11-20T09:00:00Z', 'Nov 20, 2025'],
])('%s is %s', (moment, label) => {
  expect(dayLabel(moment, now)).toBe(label)
})

test('what one person says within a minute stands together', () => {
  const said = (senderId: string, time: string) => ({ senderId, createdAt: `2026-11-${time}Z` })
  const days = groupMessages(
    [
      said('ana', '19T23:59:10'),
      said('ana', '20T08:00:05'),
      said('ana', '20T08:00:55'),
      said('bert', '20T08:00:56'),
      said('bert', '20T08:01:00'),
      said('ana', '20T08:01:01'),
    ],
    now,
  )
  expect(
    days.map(({ label, groups }) => [label, groups.map(({ messages, time }) => [messages.length, time])]),
  ).toEqual([
    ['Yesterday', [[1, '11:59 PM']]],
    [
      'Today',
      [
        [2, '8:00 AM'],
        [1, '8:00 AM'],
        [1, '8:01 AM'],
        [1, '8:01 AM'],
      ],
    ],
  ])
})

test('what is new stands apart from what the same person has said just before', () => {
  const said = (isFirstNew: boolean) => ({
    senderId: 'ana',
    createdAt: '2026-11-20T08:00:05Z',
    isFirstNew,
  })
  const [today] = groupMessages([said(false), said(true), said(false)], now)
  expect(today?.groups.map(({ messages }) => messages.length)).toEqual([1, 2])
})
