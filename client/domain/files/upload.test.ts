import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { StorageFailure } from './storage-failure.ts'
import { failureOf, type UploadStep } from './upload.ts'

const answer = (status: number, message: string, fields?: Record<string, string>) =>
  new ApiError(status, JSON.stringify({ message, code: 'bad_request', fields }))

describe('a failed upload', () => {
  test("shows the server's reason", () => {
    expect(failureOf('register', answer(415, 'This file is not a PNG.')).reason).toBe(
      'This file is not a PNG.',
    )
  })

  test.each([
    ['an inner error', new ApiError(500, '{"message":"Something went wrong.","code":"internal"}')],
    ["a bucket's answer", new ApiError(403, '<Error><Code>AccessDenied</Code></Error>')],
  ])('shows only that it failed for %s', (_what, error) => {
    expect(failureOf('send', error).reason).toBe('Unknown error')
  })

  test('shows that the connection was lost when there was no response', () => {
    expect(failureOf('send', new TypeError('Failed to fetch')).reason).toBe('The connection was lost.')
  })

  test('says why the storage of another origin did not accept the file', () => {
    expect(failureOf('send', new StorageFailure('It is away.')).reason).toBe('It is away.')
  })

  test('cannot be retried when the file itself is invalid', () => {
    expect(failureOf('register', answer(415, 'This file is not a PNG.')).canRetry).toBe(false)
    expect(failureOf('send', answer(413, 'The file is too large. At most 50 MB.')).canRetry).toBe(false)
    expect(
      failureOf('register', answer(400, 'The upload was incomplete. Upload the file again.')).canRetry,
    ).toBe(true)
  })

  test.each<[UploadStep, unknown, boolean]>([
    ['send', new TypeError('Failed to fetch'), true],
    ['send', answer(409, 'This upload has expired. Choose the file again.'), true],
    ['register', new TypeError('Failed to fetch'), false],
    ['register', answer(500, ''), false],
    ['register', answer(409, 'This file is still being checked.'), false],
    ['register', answer(400, 'The file was not received. Upload it again.'), true],
    ['use', new TypeError('Failed to fetch'), false],
    [
      'use',
      answer(400, 'This folder no longer exists.', { folderId: 'This folder no longer exists.' }),
      false,
    ],
    ['use', answer(400, 'Upload the file first.', { filePath: 'Upload the file first.' }), true],
  ])('at "%s" by %s sends the bytes again: %s', (step, error, again) => {
    expect(failureOf(step, error).mustSendAgain).toBe(again)
  })
})
