import { planDueDate } from '#server/features/audience/membership/sets/due-date.ts'

export interface EventDay {
  activationDate: Date
  timeZone: string | null
}

/** An open task, and what its plan said when it was given. */
export interface PlannedTask {
  dueDate: Date
  createdAt: Date
  planDays: number
  planWeekdays: boolean
  planTimeZone: string | null
}

const dueOf = (task: PlannedTask, { activationDate, timeZone }: EventDay) => {
  const { planDays: days, planWeekdays: weekdaysOnly, planTimeZone, createdAt } = task
  return planDueDate(activationDate, { days, weekdaysOnly, timeZone: timeZone ?? planTimeZone }, createdAt)
}

/** Returns the tasks that move along with an event, and those that stay: somebody has moved them by hand, since they are not due when the plan says. */
export const movesOf = <Task extends PlannedTask>(tasks: Task[], former: EventDay, next: EventDay) => {
  const isWherePlanned = (task: Task) => task.dueDate.getTime() === dueOf(task, former).getTime()
  return {
    moves: tasks
      .filter(isWherePlanned)
      .map((task) => ({ ...task, newDueDate: dueOf(task, next) }))
      .filter(({ dueDate, newDueDate }) => dueDate.getTime() !== newDueDate.getTime()),
    stays: tasks.filter((task) => !isWherePlanned(task)),
  }
}
