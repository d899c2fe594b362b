import { expect, test } from 'vitest'
import { createRecentNotices } from './recent-notices.ts'

const clock = () => {
  let now = 100_000
  return { now: () => now, pass: (millis: number) => (now += millis) }
}
const reader = { id: 'u', role: 'user', partnerId: null, partnerGroup: null } as const
const told = (found: ReturnType<ReturnType<typeof createRecentNotices>['ofLast']>) =>
  found?.flatMap((pathsFor) => pathsFor(reader))

test('what was noticed within the time is known, with a second to spare', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  pass(10_000)
  recent.add(() => ['/early'])
  pass(3_000)
  recent.add(() => ['/late'])
  expect(told(recent.ofLast(2_000))).toEqual(['/early', '/late'])
  expect(told(recent.ofLast(1_999))).toEqual(['/late'])
  pass(1_001)
  expect(told(recent.ofLast(0))).toEqual([])
})

test('of a time before it began, before a gap, or longer than it keeps, nothing is known', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  pass(5_000)
  expect(recent.ofLast(4_000)).toEqual([])
  expect(recent.ofLast(4_001)).toBeUndefined()
  recent.forget()
  pass(1_500)
  expect(recent.ofLast(500)).toEqual([])
  expect(recent.ofLast(501)).toBeUndefined()
  recent.add(() => ['/a'])
  pass(30_001)
  recent.add(() => ['/b'])
  expect(recent.ofLast(30_000)).toBeUndefined()
  expect(told(recent.ofLast(5_000))).toEqual(['/b'])
})

test('of more than it keeps the oldest go', () => {
  const { now, pass } = clock()
  const recent = createRecentNotices(now)
  for (let number = 0; number < 2_500; number += 1) {
    pass(4)
    recent.add(() => [`/${number}`])
  }
  expect(told(recent.ofLast(5_000))).toHaveLength(1_500 + 1)
  expect(recent.ofLast(7_500)).toBeUndefined()
})
