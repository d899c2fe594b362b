import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOwnTyping, createTypists, type Typist, typingLine } from './typing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const team: Typist = { conversationId: 'c', isSupport: true, personId: null, name: 'Partner Team' }
const ana: Typist = { conversationId: 'c', isSupport: true, personId: 'a', name: 'Ana' }
const dana: Typist = { conversationId: 'c', isSupport: false, personId: 'c', name: 'Dana' }

const follow = () => {
  let names: string[] = []
  const typists = createTypists((all) => {
    names = all.map(({ name }) => name)
  })
  return { typists, names: () => names }
}

test('somebody types until they stop, or say what they typed', () => {
  const { typists, names } = follow()
  typists.note({ ...ana, typing: true })
  typists.note({ ...dana, typing: true })
  typists.note({ ...ana, typing: true })
  expect(names()).toEqual(['Dana', 'Ana'])
  typists.note({ ...dana, typing: false })
  expect(names()).toEqual(['Ana'])
  typists.forget({ conversationId: 'other', senderId: 'a', isSupport: true })
  typists.forget({ conversationId: 'c', senderId: 'b', isSupport: true })
  expect(names()).toEqual(['Ana'])
  typists.forget({ conversationId: 'c', senderId: 'a', isSupport: true })
  expect(names()).toEqual([])
})

test('to a partner whatever the team says ends its typing', () => {
  const { typists, names } = follow()
  typists.note({ ...team, typing: true })
  typists.forget({ conversationId: 'c', senderId: 'a', isSupport: true })
  expect(names()).toEqual([])
})

test('typing ends by itself, counted from the last word of it', () => {
  const { typists, names } = follow()
  typists.note({ ...ana, typing: true })
  vi.advanceTimersByTime(8_000)
  typists.note({ ...ana, typing: true })
  vi.advanceTimersByTime(8_999)
  expect(names()).toEqual(['Ana'])
  vi.advanceTimersByTime(1)
  expect(names()).toEqual([])
})

test('one is told to type once in three seconds, and to have stopped only if one typed', () => {
  const told: unknown[] = []
  const own = createOwnTyping((conversationId, typing) => told.push([conversationId, typing]))
  own.stop()
  own.goOn('c')
  vi.advanceTimersByTime(2_999)
  own.goOn('c')
  vi.advanceTimersByTime(1)
  own.goOn('c')
  own.goOn('d')
  own.stop()
  own.stop()
  own.goOn('d')
  own.forget()
  own.stop()
  expect(told).toEqual([
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
  // One person in two tabs.
  [['Ana', 'Ana'], 'Ana is typing'],
])('%j: %s', (names, line) => {
  expect(typingLine(names.map((name) => ({ ...ana, name })))).toBe(line)
})
