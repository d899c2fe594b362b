import { randomUUID } from 'node:crypto'
import type { TaskStatus } from '#contract/task-status.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskCreated } from '#server/features/tasks/events.ts'
import { insertMany } from './insert-many.ts'
import { after, noonIn, onWorkday } from './moments.ts'
import { type DemoGroup, demoGroups } from './partners.ts'
import type { DemoDeps, Partner, Team } from './people.ts'

/** A task for a group. */
export type DemoTaskDefinition = Pick<
  typeof taskDefinitions.$inferInsert,
  'taskName' | 'taskType' | 'instructions'
> & {
  group: DemoGroup
  createdAgo: number
  dueDate: Date
  /** Whether all of its partners have completed the task. */
  isDone?: boolean
  /** The recurring task that created this task. */
  series?: { seriesId: string; occurrence: number }
}

const [coast, fitness] = demoGroups

const demoTaskDefinitions: DemoTaskDefinition[] = [
  {
    group: coast,
    taskName: 'Hang the winter poster',
    taskType: 'physical',
    instructions: 'Print it in color, at least 11 by 17 inches.\nAdd a photo of it in place as proof.',
    createdAgo: 9,
    dueDate: noonIn(12),
  },
  {
    group: fitness,
    taskName: 'Post the January challenge',
    taskType: 'digital_social',
    instructions: 'One post and one story. Tag us so that we can share them.',
    createdAgo: 5,
    dueDate: noonIn(25),
  },
]

const statuses: TaskStatus[] = ['completed', 'pending', 'in_progress', 'pending']

/** Creates the tasks of whole groups. The partners differ in how far they are. */
export const createTaskDefinitions = async (
  { db, journal }: DemoDeps,
  partners: Partner[],
  team: Team,
  tasks = demoTaskDefinitions,
) => {
  for (const { group, createdAgo, isDone, series, ...task } of tasks) {
    const id = randomUUID()
    const createdAt = onWorkday(createdAgo, '9:10')
    const fields = { ...task, ownerId: team.sam.id, createdBy: team.sam.id }
    await db
      .insert(taskDefinitions)
      .values({ ...fields, ...series, id, assignedGroup: group, createdAt, updatedAt: createdAt })
    if (!series) {
      journal.record(createdAt, taskCreated, team.sam, {
        task: { id, taskName: task.taskName, partnerId: null },
        after: { taskName: task.taskName, assignedGroup: group },
      })
    }
    const members = partners.filter((partner) => partner.group === group && partner.steps.length > 1)
    const own = members.map((partner, index) => {
      const isOnboarded = partner.steps.length > 3
      const reached = (isOnboarded && statuses[index % statuses.length]) || 'pending'
      const status = isDone ? 'completed' : reached
      return {
        ...fields,
        id: randomUUID(),
        definitionId: id,
        partnerId: partner.id,
        status,
        createdAt,
        updatedAt: status === 'pending' ? createdAt : after(createdAt, 30 + index),
      }
    })
    await insertMany(db, partnerTasks, own)
    for (const { id: taskId, partnerId } of own) {
      journal.activity(partnerId, createdAt, team.sam, ['task_created', `Task "${task.taskName}" created`], {
        taskId,
      })
    }
  }
}
