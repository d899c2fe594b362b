import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveRows, readLeavingRows, withLeavingRows } from './leaving-rows.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }))
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')

test('a row stays from the click until eight seconds after the server has completed the action', () => {
  const leave = leaveRows(['a'], 'Completed', true)
  vi.advanceTimersByTime(60_000)
  expect(readLeavingRows().get('a')).toEqual({ label: 'Completed', undo: 'pending' })
  const undo = () => {}
  leave.done(undo)
  expect(readLeavingRows().get('a')).toEqual({ label: 'Completed', undo })
  vi.advanceTimersByTime(7_999)
  expect(readLeavingRows().has('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(readLeavingRows().has('a')).toBe(false)
})

test('a row whose action has failed does not leave', () => {
  leaveRows(['a'], 'Completed', true).failed()
  expect(readLeavingRows().has('a')).toBe(false)
})

test('a row whose action is undone stays in its place, and no longer offers Undo', () => {
  const leave = leaveRows(['a'], 'Deleted', true)
  leave.done(() => {})
  vi.advanceTimersByTime(7_000)
  leave.takenBack()
  vi.advanceTimersByTime(7_000)
  expect(readLeavingRows().get('a')).toEqual({ label: 'Deleted', undo: 'pending' })
  vi.advanceTimersByTime(1_000)
  expect(readLeavingRows().has('a')).toBe(false)
})

test('the end of an earlier action does not end a later action on the same row', () => {
  leaveRows(['a'], 'Completed', false).done()
  vi.advanceTimersByTime(5_000)
  leaveRows(['a'], 'Deleted', false).done()
  vi.advanceTimersByTime(5_000)
  expect(readLeavingRows().get('a')).toEqual({ label: 'Deleted' })
})

test('several rows of one action stay, without an Undo that would apply to all of them', () => {
  leaveRows(['a', 'b'], 'Deleted', false).done(() => {})
  expect([...readLeavingRows()]).toEqual([
    ['a', { label: 'Deleted' }],
    ['b', { label: 'Deleted' }],
  ])
})

test('rows that leave keep their places among rows that come, go and move', () => {
  const leavesBD = (id: string) => 'bd'.includes(id)
  expect(idsOf(withLeavingRows(rowsOf('ace'), rowsOf('abcde'), leavesBD))).toBe('abcde')
  expect(idsOf(withLeavingRows(rowsOf('xace'), rowsOf('abcde'), leavesBD))).toBe('xabcde')
  expect(idsOf(withLeavingRows(rowsOf('ce'), rowsOf('bdce'), leavesBD))).toBe('bdce')
  expect(idsOf(withLeavingRows(rowsOf('a'), rowsOf('abcde'), leavesBD))).toBe('abd')
  expect(idsOf(withLeavingRows([], rowsOf('b'), leavesBD))).toBe('b')
  expect(idsOf(withLeavingRows(rowsOf('eba'), rowsOf('abe'), leavesBD))).toBe('eba')
})
