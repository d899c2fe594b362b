import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, readToasts, subscribeToToasts, takeAction, toast, withdrawAction } from './toast.ts'

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

const shownTitle = () => readToasts().find(({ open }) => open)?.title
const dismissShown = () => dismissToast(readToasts()[0]?.id ?? 0)
const takeShown = () => takeAction(readToasts()[0]?.id ?? 0)
const undoable = (title: string) => {
  const onSelect = vi.fn(() => toast({ title: `${title} undone` }))
  toast({ title, action: { label: 'Undo', onSelect } })
  return onSelect
}

test('a toast with an action comes back after a message without one', () => {
  undoable('Deleted')
  toast({ title: 'Saved' })
  toast({ title: 'Failed' })
  expect(shownTitle()).toBe('Failed')
  dismissShown()
  expect(shownTitle()).toBe('Deleted')
  dismissShown()
  expect(shownTitle()).toBeUndefined()
})

test('a failure with an action does not come back after another message', () => {
  toast({ title: 'Not opened', tone: 'danger', action: { label: 'Reload', onSelect: () => {} } })
  undoable('Deleted')
  expect(readToasts()[0]?.covered).toEqual([])
  dismissShown()
  expect(shownTitle()).toBeUndefined()
})

test('several actions can be taken one after the other, the latest first', () => {
  const first = undoable('Deleted')
  const second = undoable('Moved')
  expect(shownTitle()).toBe('Moved')
  takeShown()
  expect(second).toHaveBeenCalledOnce()
  expect(shownTitle()).toBe('Moved undone')
  dismissShown()
  expect(shownTitle()).toBe('Deleted')
  takeShown()
  expect(first).toHaveBeenCalledOnce()
  dismissShown()
  expect(shownTitle()).toBeUndefined()
})

test('dismissing the latest toast with an action also ends the earlier ones', () => {
  undoable('Deleted')
  undoable('Moved')
  dismissShown()
  toast({ title: 'Saved' })
  dismissShown()
  expect(shownTitle()).toBeUndefined()
})

test('withdrawing an action that was taken elsewhere closes its toast, and the action does not come back', () => {
  const first = { label: 'Undo', onSelect: () => {} }
  const second = { label: 'Undo', onSelect: () => {} }
  toast({ title: 'Deleted', action: first })
  toast({ title: 'Moved', action: second })
  toast({ title: 'Saved' })
  withdrawAction(second)
  expect(shownTitle()).toBe('Saved')
  dismissShown()
  expect(shownTitle()).toBe('Deleted')
  withdrawAction(first)
  expect(shownTitle()).toBeUndefined()
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
