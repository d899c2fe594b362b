import { expect, test } from 'vitest'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { entriesOf } from './entries.ts'

const said = (seq: number, isSupport = false) =>
  ({ seq, isSupport, senderId: isSupport ? 'team' : 'partner', createdAt: '' }) as ChatMessage
const note = (seq: number, afterSeq: number) => ({ id: `n${seq}`, seq, afterSeq, createdAt: '' }) as ChatNote

const keysOf = (...given: Parameters<typeof entriesOf>) =>
  entriesOf(...given).map(({ key, isFirstNew }) => (isFirstNew ? `*${key}` : key))

test('notes stand where they were written, in their order', () => {
  expect(keysOf([said(1), said(2, true)], [note(3, 2), note(1, 0), note(2, 2)], null, true)).toEqual([
    'note n1',
    'message 1',
    'message 2',
    'note n2',
    'note n3',
  ])
  expect(keysOf([], [note(1, 0)], null, true)).toEqual(['note n1'])
})

test('a note waits for the message that it stands after', () => {
  const notes = [note(1, 0), note(2, 40), note(3, 51)]
  expect(keysOf([said(50), said(51)], notes, null, true)).toEqual(['message 50', 'message 51', 'note n3'])
  expect(keysOf([said(40), said(50)], notes, null, true)).toEqual(['message 40', 'note n2', 'message 50'])
})

test('what is unread begins with the first message of the other side, not with what comes later', () => {
  const messages = [said(1), said(2, true), said(3), said(4), said(5)]
  expect(keysOf(messages, [], { first: 2, last: 4 }, true)).toEqual([
    'message 1',
    'message 2',
    '*message 3',
    'message 4',
    'message 5',
  ])
  expect(keysOf(messages, [], { first: 2, last: 2 }, true)).not.toContain('*message 3')
  expect(keysOf(messages, [], { first: 2, last: 4 }, false)[1]).toBe('*message 2')
  expect(keysOf(messages, [], null, true).join()).not.toContain('*')
})

test('what the portal says by itself is nobody’s', () => {
  const [first, second] = entriesOf(
    [1, 2].map((seq) => ({ ...said(seq, true), senderId: null })),
    [],
    null,
    false,
  )
  expect(first?.senderId).not.toBe(second?.senderId)
})
