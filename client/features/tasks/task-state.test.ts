import { expect, test } from 'vitest'
import type { TaskStatus } from '#contract/tasks.ts'
import { inWorkOrder, isDueSoon, isOverdue } from './task-state.ts'

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

test('open tasks come first, the next due on top, finished ones last, the latest on top', () => {
  const done = [task('2026-11-01T00:00:00Z', 'completed'), task('2026-11-05T00:00:00Z', 'completed')]
  const open = [task('2026-11-03T00:00:00Z', 'in_progress'), task('2026-11-30T00:00:00Z')]
  expect(inWorkOrder([done[0], open[0], done[1], open[1]].filter((given) => given !== undefined))).toEqual([
    ...open,
    ...done.toReversed(),
  ])
})
