import { midnight } from '#client/lib/day-range.ts'
import type { BadgeTone } from '#client/ui/badge.tsx'
import type { TaskStatus } from '#contract/task-status.ts'
import type { PartnerTask } from '#contract/tasks.ts'

type Due = Pick<PartnerTask, 'status' | 'dueDate'>
type Listed = Due & Pick<PartnerTask, 'id'>

const soonMs = 7 * 24 * 60 * 60 * 1000

export const isOpen = (task: Pick<PartnerTask, 'status'>) => task.status !== 'completed'

/** In this file, `now` is in milliseconds. */
export const isOverdue = (task: Due, now: number) => isOpen(task) && Date.parse(task.dueDate) < now

/** Returns whether the task was completed with proof and is neither accepted nor sent back. */
export const isToReview = ({
  status,
  acceptedAt,
  proofCount,
}: Pick<PartnerTask, 'status' | 'acceptedAt' | 'proofCount'>) =>
  status === 'completed' && acceptedAt === null && proofCount > 0

/** Returns whether staff have sent the task back and the partner has not completed it since. */
export const isSentBack = ({ status, sentBackAt }: Pick<PartnerTask, 'status' | 'sentBackAt'>) =>
  status !== 'completed' && sentBackAt !== null

/** Returns the mark of a task that was sent back: what staff did, or for the partner, what is left to do. */
export const sentBackLabel = (isForStaff: boolean) => (isForStaff ? 'Sent back' : 'Needs changes')

export const waitingForReview = 'Waiting for review'

export const isDueSoon = (task: Due, now: number) =>
  isOpen(task) && !isOverdue(task, now) && Date.parse(task.dueDate) < now + soonMs

/** Returns the week from Monday to Sunday in the time zone of the reader. */
export const weekOf = (now: Date) => {
  const daysSinceMonday = (now.getDay() || 7) - 1
  return { start: midnight(now, -daysSinceMonday), end: midnight(now, 7 - daysSinceMonday) }
}

/** The values by which each task was sorted when it was first shown, by task id. */
export type FirstShown = ReadonlyMap<string, Due>

/** Adds the tasks that are not in the map. Returns the same map if there are none. */
export const withNewTasks = (shown: FirstShown, tasks: readonly Listed[]): FirstShown => {
  const added = tasks.filter(({ id }) => !shown.has(id))
  if (added.length === 0) return shown
  return new Map([...shown, ...added.map((task) => [task.id, task] as const)])
}

/** Sorts the open tasks first, those due next on top, then the completed ones, the last due on top. Each counts as it was first shown. */
export const inShownOrder = <T extends Listed>(tasks: readonly T[], shown: FirstShown = new Map()): T[] => {
  const firstOf = (task: T): Due => shown.get(task.id) ?? task
  const byDueDate = tasks.toSorted((a, b) => Date.parse(firstOf(a).dueDate) - Date.parse(firstOf(b).dueDate))
  return [
    ...byDueDate.filter((task) => isOpen(firstOf(task))),
    ...byDueDate.filter((task) => !isOpen(firstOf(task))).reverse(),
  ]
}

type Group = 'Overdue' | 'This week' | 'Later'

/** Groups the open tasks by when they are due, in the order in which they should be worked on, and the completed ones. */
export const groupTasks = <T extends Listed>(tasks: readonly T[], now: number) => {
  const nextWeek = weekOf(new Date(now)).end.getTime()
  const groupOf = (due: Due): Group =>
    isOverdue(due, now) ? 'Overdue' : Date.parse(due.dueDate) < nextWeek ? 'This week' : 'Later'
  const ordered = inShownOrder(tasks)
  return {
    open: ordered.filter(isOpen).map((task) => ({ id: task.id, task, group: groupOf(task) })),
    done: ordered.filter((task) => !isOpen(task)),
  }
}

export const taskStatusTones: Record<TaskStatus, BadgeTone> = {
  pending: 'neutral',
  in_progress: 'info',
  completed: 'positive',
}
