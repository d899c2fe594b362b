import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainSendFailure, StorageFailure } from './storage-failure.ts'

const origin = 'https://files.example.com'
const lost = Object.assign(new Error('Network error'), { isNetworkError: true })
const probe = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://portal.example.com/resources'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', probe)
})
afterEach(() => {
  vi.unstubAllGlobals()
  probe.mockReset()
})

test('the message says whether the storage refuses uploads or cannot be reached, and who can help', async () => {
  probe.mockResolvedValueOnce(new Response())
  const refused = await explainSendFailure(lost, `${origin}/bucket/key`, 0)
  expect(refused).toBeInstanceOf(StorageFailure)
  expect(refused).toHaveProperty(
    'message',
    `The file storage at ${origin} doesn't let this site upload (CORS), or the connection was lost. Try again, or contact the administrator of this portal.`,
  )
  expect(probe).toHaveBeenCalledWith(origin, expect.objectContaining({ mode: 'no-cors' }))
  probe.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await explainSendFailure(lost, `${origin}/bucket/key`, 0)).toHaveProperty(
    'message',
    `The file storage at ${origin} can't be reached from here. Check your connection, or contact the administrator of this portal.`,
  )
})

test.each([
  ['bytes have arrived', lost, `${origin}/key`, 1],
  ['the storage is the portal itself', lost, '/api/objects/upload/1', 0],
  ['the storage has answered', new Error('403'), `${origin}/key`, 0],
])('when %s, the error is returned unchanged, without a probe', async (_what, error, address, sent) => {
  expect(await explainSendFailure(error, address, sent)).toBe(error)
  expect(probe).not.toHaveBeenCalled()
})
