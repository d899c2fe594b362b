import type { TaskStatus, TaskType } from '#contract/tasks.ts'

const day = 24 * 60 * 60 * 1000

/** Noon of the coast's time zone, so that the day is the same wherever in the country it is read. */
const noonIn = (days: number) => {
  const date = new Date(Date.now() + days * day)
  date.setUTCHours(18, 0, 0, 0)
  return date
}

const tasks: [taskName: string, taskType: TaskType, dueIn: number, status: TaskStatus][] = [
  ['Send the photos of the entrance', 'physical', -3, 'pending'],
  ['Post the program on your channels', 'digital_social', 2, 'in_progress'],
  ['Put up the window posters', 'physical', 5, 'pending'],
  ['Run the 15-second spot on the lobby screen', 'ooh_screen_placement', 12, 'pending'],
  ['Share the kick-off story', 'digital_social', -16, 'completed'],
]

const activations: [name: string, in_: number][] = [
  ['Winter Wellness Weekend', 24],
  ['Community Health Fair', 9],
  ['Sunrise Screening Day', -11],
  ['Autumn Open House', -40],
]

// Neighbouring partners get different parts of the lists, so that the rows of overviews differ.
const pickFor = <T>(rows: T[], index: number) =>
  rows.filter((_, row) => index === 0 || (row + index) % 3 !== 0)

export const tasksOf = (partnerId: string, createdBy: string, index: number) =>
  pickFor(tasks, index).map(([taskName, taskType, dueIn, status], row) => ({
    partnerId,
    createdBy,
    taskName,
    taskType,
    status,
    dueDate: noonIn(dueIn + (index % 4)),
    createdAt: new Date(Date.now() - (20 + index + row) * day),
  }))

export const activationsOf = (partnerId: string, createdBy: string, index: number) =>
  pickFor(activations, index).map(([name, in_], row) => ({
    partnerId,
    createdBy,
    name,
    activationDate: noonIn(in_ + (index % 5)),
    createdAt: new Date(Date.now() - (30 + index + row) * day),
  }))
