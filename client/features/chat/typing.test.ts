import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypingSender, createTypingUsers, type TypingUser, typingText } from './typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const team: TypingUser = { conversationId: 'c', isSupport: true, personId: null, name: 'Partner Team' }
const ana: TypingUser = { conversationId: 'c', isSupport: true, personId: 'a', name: 'Ana' }
const dana: TypingUser = { conversationId: 'c', isSupport: false, personId: 'c', name: 'Dana' }

const follow = () => {
  let names: string[] = []
  const users = createTypingUsers((all) => {
    names = all.map(({ name }) => name)
  })
  return { users, names: () => names }
}

test('a user types until a frame or a message of theirs ends it', () => {
  const { users, names } = follow()
  users.update({ ...ana, typing: true })
  users.update({ ...dana, typing: true })
  users.update({ ...ana, typing: true })
  expect(names()).toEqual(['Dana', 'Ana'])
  users.update({ ...dana, typing: false })
  expect(names()).toEqual(['Ana'])
  users.removeSender({ conversationId: 'other', senderId: 'a', isSupport: true })
  users.removeSender({ conversationId: 'c', senderId: 'b', isSupport: true })
  expect(names()).toEqual(['Ana'])
  users.removeSender({ conversationId: 'c', senderId: 'a', isSupport: true })
  expect(names()).toEqual([])
})

test('for a partner, any message of the team ends typing by the team', () => {
  const { users, names } = follow()
  users.update({ ...team, typing: true })
  users.removeSender({ conversationId: 'c', senderId: 'a', isSupport: true })
  expect(names()).toEqual([])
})

test('typing expires some time after the last frame', () => {
  const { users, names } = follow()
  users.update({ ...ana, typing: true })
  vi.advanceTimersByTime(8_000)
  users.update({ ...ana, typing: true })
  vi.advanceTimersByTime(8_999)
  expect(names()).toEqual(['Ana'])
  vi.advanceTimersByTime(1)
  expect(names()).toEqual([])
})

test('frames are sent at most every three seconds, and an end only after a start', () => {
  const sent: unknown[] = []
  const sender = createTypingSender((conversationId, typing) => sent.push([conversationId, typing]))
  sender.stop()
  sender.start('c')
  vi.advanceTimersByTime(2_999)
  sender.start('c')
  vi.advanceTimersByTime(1)
  sender.start('c')
  sender.start('d')
  sender.stop()
  sender.stop()
  sender.start('d')
  sender.reset()
  sender.stop()
  expect(sent).toEqual([
    ['c', true],
    ['c', true],
    ['d', true],
    ['d', false],
    ['d', true],
  ])
})

test.each([
  [[], null],
  [['Partner Team'], 'Partner Team is typing'],
  [['Ana', 'Dana'], 'Ana and Dana are typing'],
  [['Ana', 'Dana', 'Kim'], 'Several people are typing'],
  // This is one user in two tabs.
  [['Ana', 'Ana'], 'Ana is typing'],
])('%j: %s', (names, text) => {
  expect(typingText(names.map((name) => ({ ...ana, name })))).toBe(text)
})
