import type { BadgeTone } from '#client/ui/badge.tsx'
import type { PartnerTask, TaskStatus } from '#contract/tasks.ts'

type Due = Pick<PartnerTask, 'status' | 'dueDate'>

// What a person can still plan for.
const soon = 7 * 24 * 60 * 60 * 1000

export const isOpen = (task: Pick<PartnerTask, 'status'>) => task.status !== 'completed'

/** `now` in milliseconds, here and below. */
export const isOverdue = (task: Due, now: number) => isOpen(task) && Date.parse(task.dueDate) < now

export const isDueSoon = (task: Due, now: number) =>
  isOpen(task) && !isOverdue(task, now) && Date.parse(task.dueDate) < now + soon

/** From tasks by due date: the open ones, the next due first, then the finished ones, the last due first. */
export const inWorkOrder = <T extends Due>(tasks: readonly T[]): T[] => [
  ...tasks.filter(isOpen),
  ...tasks.filter((task) => !isOpen(task)).reverse(),
]

export const taskStatusTones: Record<TaskStatus, BadgeTone> = {
  pending: 'neutral',
  in_progress: 'info',
  completed: 'positive',
}
