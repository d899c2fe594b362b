import { expect, test } from 'vitest'
import type { Reader } from './invalidations.ts'
import { createRecentNotices } from './recent-notices.ts'

const clock = () => {
  let now = 100_000
  return { now: () => now, pass: (durationMs: number) => (now += durationMs) }
}
const reader: Reader = {
  id: 'u',
  role: 'user',
  memberships: [],
  partnerId: null,
  partnerRole: null,
  canSign: false,
  partnerGroup: null,
  conversationId: null,
}
const pathsOf = (found: ReturnType<ReturnType<typeof createRecentNotices>['ofLast']>) =>
  found?.flatMap((pathsFor) => pathsFor(reader))

test('the notices of a duration and of one more second are returned', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  pass(10_000)
  recent.add(() => ['/early'])
  pass(3_000)
  recent.add(() => ['/late'])
  expect(pathsOf(recent.ofLast(2_000))).toEqual(['/early', '/late'])
  expect(pathsOf(recent.ofLast(1_999))).toEqual(['/late'])
  pass(1_001)
  expect(pathsOf(recent.ofLast(0))).toEqual([])
})

test('nothing is returned for a time before the start, before a gap, or too long ago', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  pass(5_000)
  expect(recent.ofLast(4_000)).toEqual([])
  expect(recent.ofLast(4_001)).toBeUndefined()
  recent.clear()
  pass(1_500)
  expect(recent.ofLast(500)).toEqual([])
  expect(recent.ofLast(501)).toBeUndefined()
  recent.add(() => ['/a'])
  pass(30_001)
  recent.add(() => ['/b'])
  expect(recent.ofLast(30_000)).toBeUndefined()
  expect(pathsOf(recent.ofLast(5_000))).toEqual(['/b'])
})

test('the oldest notices are dropped above the limit', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  for (let number = 0; number < 2_500; number += 1) {
    pass(4)
    recent.add(() => [`/${number}`])
  }
  expect(pathsOf(recent.ofLast(5_000))).toHaveLength(1_500 + 1)
  expect(recent.ofLast(7_500)).toBeUndefined()
})
