import { expect, test } from 'vitest'
import { z } from 'zod'
import { newClientId } from '#client/lib/client-id.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { lastWithoutGap, mergeMessages, readMarksAfter } from './messages.ts'

const message = (seq: number, text = `${seq}`) => ({ seq, message: text }) as ChatMessage
const seqs = (messages: ChatMessage[]) => messages.map(({ seq }) => seq)

test('merged messages are in order, without duplicates', () => {
  expect(
    seqs(mergeMessages([message(3), message(4)], [message(6), message(4), message(5), message(1)])),
  ).toEqual([1, 3, 4, 5, 6])
  expect(mergeMessages([], [])).toEqual([])
})

test('reconnecting continues after the last message before which none is missing', () => {
  expect(lastWithoutGap([])).toBeUndefined()
  expect(lastWithoutGap([message(71), message(72), message(73)])).toBe(73)
  expect(lastWithoutGap([message(71), message(72), message(74), message(75)])).toBe(72)
})

test.each([
  ['a partner', { isSupport: false, kind: 'said', seq: 7 }, { partnerSeq: 7, staffSeq: 5 }],
  ['the team', { isSupport: true, kind: 'said', seq: 7 }, { partnerSeq: 3, staffSeq: 7 }],
  [
    'the team, before what is read',
    { isSupport: true, kind: 'said', seq: 4 },
    { partnerSeq: 3, staffSeq: 5 },
  ],
  ['the portal, automatically,', { isSupport: true, kind: 'away', seq: 7 }, { partnerSeq: 3, staffSeq: 5 }],
] as const)('a message of %s moves the read mark of its side', (_who, sent, marks) => {
  for (const reader of [
    { userId: 'staff', isStaff: true },
    { userId: 'partner', isStaff: false },
  ]) {
    const data = { senderId: 'partner', ...sent } as ChatMessage
    expect(readMarksAfter({ partnerSeq: 3, staffSeq: 5 }, data, reader)).toEqual(marks)
  }
})

test('a message of a colleague leaves what the reader has read as it is', () => {
  const sent = { senderId: 'partner', isSupport: false, kind: 'said', seq: 7 } as ChatMessage
  const marks = { partnerSeq: 3, staffSeq: 5 }
  expect(readMarksAfter(marks, sent, { userId: 'colleague', isStaff: false })).toEqual(marks)
})

test('client ids are unique UUIDs', () => {
  const ids = Array.from({ length: 100 }, newClientId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(100)
})
