import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { readPendingStepUp, StepUpCancelled, subscribeToStepUp, withStepUp } from './step-up.ts'

const required = () => new ApiError(403, JSON.stringify({ code: 'step_up_required', message: 'Confirm' }))

/** A request that needs a step-up until it is allowed. */
const guarded = () => {
  const request = {
    isAllowed: false,
    sent: 0,
    send: async () => {
      request.sent += 1
      if (!request.isAllowed) throw required()
      return 'done'
    },
  }
  return request
}

const asking = () => subscribeToStepUp(() => {})

test('a request that needs no step-up does not ask, and other errors are not changed', async () => {
  const stop = asking()
  expect(await withStepUp(async () => 'done')).toBe('done')
  const other = new ApiError(403, JSON.stringify({ code: 'forbidden' }))
  await expect(withStepUp(() => Promise.reject(other))).rejects.toBe(other)
  expect(readPendingStepUp()).toBeNull()
  stop()
})

test('a request is sent again once the user has confirmed', async () => {
  const stop = asking()
  const request = guarded()
  const outcome = withStepUp(request.send)
  await expect.poll(readPendingStepUp).not.toBeNull()
  request.isAllowed = true
  readPendingStepUp()?.finish(true)
  expect(await outcome).toBe('done')
  expect([request.sent, readPendingStepUp()]).toEqual([2, null])
  stop()
})

test('a request is not sent again after Cancel, and the next request asks again', async () => {
  const stop = asking()
  const request = guarded()
  for (const sent of [1, 2]) {
    const outcome = withStepUp(request.send)
    await expect.poll(readPendingStepUp).not.toBeNull()
    readPendingStepUp()?.finish(false)
    await expect(outcome).rejects.toThrow(StepUpCancelled)
    expect(request.sent).toBe(sent)
  }
  stop()
})

test('concurrent requests ask only once', async () => {
  const stop = asking()
  const [one, other] = [guarded(), guarded()]
  const outcomes = Promise.all([withStepUp(one.send), withStepUp(other.send)])
  await expect.poll(() => one.sent + other.sent).toBe(2)
  one.isAllowed = true
  other.isAllowed = true
  readPendingStepUp()?.finish(true)
  expect(await outcomes).toEqual(['done', 'done'])
  stop()
})

test('a request does not wait when no dialog can ask, or when the dialog is gone', async () => {
  await expect(withStepUp(guarded().send)).rejects.toThrow(StepUpCancelled)
  const stop = asking()
  const outcome = withStepUp(guarded().send)
  await expect.poll(readPendingStepUp).not.toBeNull()
  stop()
  await expect(outcome).rejects.toThrow(StepUpCancelled)
})
