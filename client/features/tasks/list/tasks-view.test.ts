import { expect, test } from 'vitest'
import { readFilters, sentFilters } from '#client/lib/list-view.ts'
import { taskFilters } from './task-filters.tsx'
import { dueRange } from './tasks-view.ts'

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return readFilters(taskFilters, (name) => params.get(name) ?? '')
}

test('without filters the open tasks are listed', () => {
  expect(sentFilters(taskFilters, read(''))).toEqual({ state: 'open' })
})

test('filters are read from the address, and unknown values ignored', () => {
  const id = '0c4a5f1e-8f6b-4c39-9f0e-1d2c3b4a5968'
  expect(read(`state=all&type=physical&due=today&for=${id}&owner=me&group=Coast&search=door`)).toMatchObject({
    state: 'all',
    type: 'physical',
    due: 'today',
    for: id,
    owner: 'me',
    group: 'Coast',
    search: 'door',
  })
  expect(read('state=late&type=x&due=soon&for=7&owner=you')).toMatchObject({
    state: 'open',
    type: '',
    due: '',
    for: '',
    owner: '',
  })
})

// Thursday, November 19, 2026, in the time zone of the reader.
const now = new Date(2026, 10, 19, 15, 30)
const on = (month: number, day: number) => new Date(2026, month - 1, day).toISOString()
const days = { from: '', until: '' }

test.each([
  ['today', on(11, 19), on(11, 20)],
  ['week', on(11, 16), on(11, 23)],
  ['later', on(11, 23), ''],
] as const)('%s is counted in days of the reader', (due, from, until) => {
  expect(dueRange({ ...days, due }, now)).toEqual({ from, until })
})

test('a week ends on Sunday', () => {
  const range = { from: on(11, 16), until: on(11, 23) }
  expect(dueRange({ ...days, due: 'week' }, new Date(2026, 10, 22, 23, 59))).toEqual(range)
  expect(dueRange({ ...days, due: 'week' }, new Date(2026, 10, 16))).toEqual(range)
})

test('a range has both of its days, and may have no end', () => {
  expect(dueRange({ due: 'range', from: '2026-11-01', until: '2026-11-30' }, now)).toEqual({
    from: on(11, 1),
    until: on(12, 1),
  })
  expect(dueRange({ due: 'range', from: '', until: '2026-11-30' }, now)).toEqual({
    from: '',
    until: on(12, 1),
  })
  expect(dueRange({ due: '', from: '2026-11-01', until: '' }, now)).toEqual({ from: '', until: '' })
})

test('while a year is typed, a range has no bound', () => {
  expect(dueRange({ due: 'range', from: '0002-11-01', until: '0202-11-30' }, now)).toEqual(days)
})
