import { expect, test } from 'vitest'
import { StorageError } from '#server/storage/object-store.ts'
import { sealFailureOf } from './seal-failure.ts'

test.each([
  [null, 'not_tried'],
  [new StorageError('full', null).message, 'storage_full'],
  [new StorageError('unavailable', null).message, 'storage'],
  ['The object store returned other bytes than it was given', 'storage'],
  ['The agreement would not be drawn as it was signed', 'text'],
  ['Not found', 'text'],
  ['Error: The seal does not hold: {"state":"changed"}\n    at seal (sealing-process.ts:19:11)', 'seal'],
  ['SealError: The sealed file does not pass its check: changed\n    at sealPdf (seal.ts:92:11)', 'seal'],
  ['TypeError: x is undefined\n    at certificatePages (SealError.ts:1:1)', 'other'],
  ['The thread that seals agreements has ended', 'other'],
])('the error %j means %s', (failure, meaning) => {
  expect(sealFailureOf(failure)).toBe(meaning)
})
