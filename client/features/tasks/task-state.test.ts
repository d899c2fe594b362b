import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/task-status.ts'
import { groupTasks, inShownOrder, isDueSoon, isOverdue, isToReview, withNewTasks } from './task-state.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const task = (dueDate: string, status: TaskStatus = 'pending') => ({ dueDate, status })

test('an open task whose due date has passed is overdue', () => {
  expect(isOverdue(task('2026-11-20T11:59:59Z'), now)).toBe(true)
  expect(isOverdue(task('2026-11-01T00:00:00Z', 'in_progress'), now)).toBe(true)
  expect(isOverdue(task('2026-11-20T12:00:00Z'), now)).toBe(false)
  expect(isOverdue(task('2026-11-01T00:00:00Z', 'completed'), now)).toBe(false)
})

test('an open task is due soon for the seven days before it is due', () => {
  expect(isDueSoon(task('2026-11-20T12:00:00Z'), now)).toBe(true)
  expect(isDueSoon(task('2026-11-27T11:59:59Z', 'in_progress'), now)).toBe(true)
  expect(isDueSoon(task('2026-11-27T12:00:00Z'), now)).toBe(false)
  expect(isDueSoon(task('2026-11-20T11:59:59Z'), now)).toBe(false)
  expect(isDueSoon(task('2026-11-22T12:00:00Z', 'completed'), now)).toBe(false)
})

const listed = (id: string, dueDate: string, status: TaskStatus = 'pending') => ({ id, dueDate, status })
const idsInOrder = (tasks: ReturnType<typeof listed>[], shown = withNewTasks(new Map(), tasks)) =>
  inShownOrder(tasks, shown).map(({ id }) => id)

test('open tasks come first, those due next on top, then the completed ones, the latest on top', () => {
  const tasks = [
    listed('done early', '2026-11-01T00:00:00Z', 'completed'),
    listed('due next', '2026-11-03T00:00:00Z', 'in_progress'),
    listed('done late', '2026-11-05T00:00:00Z', 'completed'),
    listed('due last', '2026-11-30T00:00:00Z'),
  ]
  expect(idsInOrder(tasks)).toEqual(['due next', 'due last', 'done late', 'done early'])
})

test('a task that is completed, reopened or moved stays in its place until the list is left', () => {
  const before = [
    listed('first', '2026-11-01T00:00:00Z'),
    listed('second', '2026-11-02T00:00:00Z'),
    listed('done', '2026-11-03T00:00:00Z', 'completed'),
  ]
  const after = [
    listed('second', '2026-11-02T00:00:00Z'),
    listed('done', '2026-11-03T00:00:00Z'),
    listed('first', '2026-11-30T00:00:00Z', 'completed'),
  ]
  expect(idsInOrder(after, withNewTasks(new Map(), before))).toEqual(['first', 'second', 'done'])
  expect(idsInOrder(after)).toEqual(['second', 'done', 'first'])
})

test('a new task is inserted at its place in the order of work', () => {
  const before = [listed('first', '2026-11-01T00:00:00Z'), listed('third', '2026-11-03T00:00:00Z')]
  const shown = withNewTasks(new Map(), before)
  const after = [
    listed('first', '2026-11-01T00:00:00Z', 'completed'),
    listed('second', '2026-11-02T00:00:00Z'),
    listed('third', '2026-11-03T00:00:00Z'),
  ]
  expect(idsInOrder(after, withNewTasks(shown, after))).toEqual(['first', 'second', 'third'])
  expect(withNewTasks(shown, before)).toBe(shown)
})

test('this week ends on Sunday in the time zone of the reader, as in the list of all tasks', () => {
  // The day is a Friday.
  const noon = new Date(2026, 10, 20, 12).getTime()
  const tasks = [
    listed('sunday', new Date(2026, 10, 22, 23, 59).toISOString()),
    listed('monday', new Date(2026, 10, 23).toISOString()),
  ]
  const { open } = groupTasks(tasks, noon)
  expect(open.map(({ id, group }) => [id, group])).toEqual([
    ['sunday', 'This week'],
    ['monday', 'Later'],
  ])
})

test('a task is in the group of completed tasks as soon as it is completed', () => {
  const tasks = [
    listed('late', '2026-11-01T00:00:00Z'),
    listed('late but done', '2026-11-02T00:00:00Z', 'completed'),
  ]
  const { open, done } = groupTasks(tasks, now)
  expect(open.map(({ id, group }) => [id, group])).toEqual([['late', 'Overdue']])
  expect(done.map(({ id }) => id)).toEqual(['late but done'])
})

test.each([
  ['completed', 1, null, true],
  ['completed', 0, null, false],
  ['completed', 1, '2026-11-20T12:00:00Z', false],
  ['in_progress', 1, null, false],
] as const)(
  'a task that is %s with %i proofs, accepted at %s, waits for review: %s',
  (status, proofCount, acceptedAt, expected) => {
    expect(isToReview({ status, proofCount, acceptedAt })).toBe(expected)
  },
)
