import { expect, test } from 'vitest'
import { formatTime } from '#client/lib/format.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { entriesOf, groupByDay } from './timeline.ts'

// Tests run in UTC.
const now = new Date('2026-11-20T09:00:00Z')

test('messages of one sender within a minute are grouped', () => {
  const sentBy = (senderId: string, time: string) => ({ senderId, createdAt: `2026-11-${time}Z` })
  const days = groupByDay(
    [
      sentBy('ana', '19T23:59:10'),
      sentBy('ana', '20T08:00:05'),
      sentBy('ana', '20T08:00:55'),
      sentBy('bert', '20T08:00:56'),
      sentBy('bert', '20T08:01:00'),
      sentBy('ana', '20T08:01:01'),
    ],
    now,
  )
  expect(
    days.map(({ label, groups }) => [
      label,
      groups.map((group) => [group.length, formatTime(group[0].createdAt)]),
    ]),
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

test('the first unread message begins a group of its own', () => {
  const entry = (isFirstNew: boolean) => ({
    senderId: 'ana',
    createdAt: '2026-11-20T08:00:05Z',
    isFirstNew,
  })
  const [today] = groupByDay([entry(false), entry(true), entry(false)], now)
  expect(today?.groups.map((group) => group.length)).toEqual([1, 2])
})

const message = (seq: number, isSupport = false) =>
  ({ seq, isSupport, senderId: isSupport ? 'team' : 'partner', createdAt: '' }) as ChatMessage
const note = (seq: number, afterSeq: number) => ({ id: `n${seq}`, seq, afterSeq, createdAt: '' }) as ChatNote

const staff = { userId: 'team', isStaff: true }
const partner = { userId: 'partner', isStaff: false }

const keysOf = (...given: Parameters<typeof entriesOf>) =>
  entriesOf(...given).map(({ key, isFirstNew }) => (isFirstNew ? `*${key}` : key))

test('notes follow the message after which they were written, in order', () => {
  expect(keysOf([message(1), message(2, true)], [note(3, 2), note(1, 0), note(2, 2)], null, staff)).toEqual([
    'note n1',
    'message 1',
    'message 2',
    'note n2',
    'note n3',
  ])
  expect(keysOf([], [note(1, 0)], null, staff)).toEqual(['note n1'])
})

test('a note is left out until its message has been loaded', () => {
  const notes = [note(1, 0), note(2, 40), note(3, 51)]
  expect(keysOf([message(50), message(51)], notes, null, staff)).toEqual([
    'message 50',
    'message 51',
    'note n3',
  ])
  expect(keysOf([message(40), message(50)], notes, null, staff)).toEqual([
    'message 40',
    'note n2',
    'message 50',
  ])
})

test('the first unread message is from the other side and was there when the conversation was opened', () => {
  const messages = [message(1), message(2, true), message(3), message(4), message(5)]
  expect(keysOf(messages, [], { first: 2, last: 4 }, staff)).toEqual([
    'message 1',
    'message 2',
    '*message 3',
    'message 4',
    'message 5',
  ])
  expect(keysOf(messages, [], { first: 2, last: 2 }, staff)).not.toContain('*message 3')
  expect(keysOf(messages, [], { first: 2, last: 4 }, partner)[1]).toBe('*message 2')
  expect(keysOf(messages, [], null, staff).join()).not.toContain('*')
})

test('the first unread message of a person of a partner can be one of a colleague', () => {
  const messages = [message(1), message(2), message(3, true)]
  const unread = { first: 2, last: 3 }
  expect(keysOf(messages, [], unread, { ...partner, userId: 'colleague' })[1]).toBe('*message 2')
  expect(keysOf(messages, [], unread, partner)[2]).toBe('*message 3')
})

test('automatic replies are not grouped', () => {
  const [first, second] = entriesOf(
    [1, 2].map((seq) => ({ ...message(seq, true), senderId: null })),
    [],
    null,
    partner,
  )
  expect(first?.senderId).not.toBe(second?.senderId)
})
