import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, subscribeToToasts, toast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a second toast replaces the first', () => {
  toast({ title: 'First' })
  toast({ title: 'Second', tone: 'danger' })
  expect(readToasts()).toMatchObject([{ title: 'Second', tone: 'danger', open: true }])
})

test('a dismissed toast closes at once and is removed after 1,000,000 ms', () => {
  toast({ title: 'Saved' })
  const id = readToasts()[0]?.id ?? 0
  dismissToast(id)
  expect(readToasts()).toMatchObject([{ title: 'Saved', open: false }])
  vi.advanceTimersByTime(999_999)
  expect(readToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readToasts()).toEqual([])
})

test('listeners are called on every change until they unsubscribe', () => {
  const listener = vi.fn()
  const stop = subscribeToToasts(listener)
  toast({ title: 'Saved' })
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  toast({ title: 'Again' })
  expect(listener).toHaveBeenCalledTimes(1)
})
