import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { lastWithoutGap, merge, newClientId, readBySaying } from './messages.ts'

const message = (seq: number, text = `${seq}`) => ({ seq, message: text }) as ChatMessage
const seqs = (messages: ChatMessage[]) => messages.map(({ seq }) => seq)

test('messages that come twice or late stand once and in their order', () => {
  expect(seqs(merge([message(3), message(4)], [message(6), message(4), message(5), message(1)]))).toEqual([
    1, 3, 4, 5, 6,
  ])
  expect(merge([], [])).toEqual([])
})

test('a browser that comes again asks from the last message before which none is missing', () => {
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
  ['the portal for the team', { isSupport: true, kind: 'away', seq: 7 }, { partnerSeq: 3, staffSeq: 5 }],
] as const)('what %s says tells how far that side has read', (_who, said, marks) => {
  expect(readBySaying({ partnerSeq: 3, staffSeq: 5 }, said as ChatMessage)).toEqual(marks)
})

test('ids are UUIDs, and no two are the same', () => {
  const ids = Array.from({ length: 100 }, newClientId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(100)
})
