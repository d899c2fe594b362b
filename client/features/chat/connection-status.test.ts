import { expect, test } from 'vitest'
import { timeAgo } from '#client/lib/format.ts'
import { replyTime } from './connection-status.tsx'

// Tests run in UTC. This is a Friday.
const now = new Date('2026-11-20T19:00:00Z')

test.each([
  ['2026-11-20T21:00:00Z', '9:00 PM'],
  ['2026-11-23T14:00:00Z', 'Mon 2:00 PM'],
  ['2026-12-28T14:00:00Z', 'Dec 28, 2026'],
])('a reply by %s is announced for %s', (replyBy, text) => {
  expect(replyTime(replyBy, now)).toBe(text)
})

test.each([
  ['2026-11-20T19:00:20Z', '1 min ago'],
  ['2026-11-20T18:00:30Z', '59 min ago'],
  ['2026-11-20T18:00:00Z', '1 h ago'],
  ['2026-11-19T19:00:30Z', '23 h ago'],
  ['2026-11-19T19:00:00Z', 'Nov 19, 2026'],
])('a partner who was last seen at %s is shown as seen %s', (moment, text) => {
  expect(timeAgo(moment, now.getTime())).toBe(text)
})
