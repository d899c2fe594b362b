import { z } from 'zod'
import { id } from '../fields.ts'
import { TaskType, taskFields } from '../tasks.ts'

/** What an answer has of the tasks that come from a plan. */
export const plannedTask = {
  id,
  taskName: z.string(),
  instructions: z.string().nullable(),
  taskType: TaskType,
  /** The member of staff who looks after it. */
  owner: z.strictObject({ id, name: z.string() }).nullable(),
}

/** What staff enter of them. */
export const plannedTaskFields = taskFields.pick({
  taskName: true,
  instructions: true,
  taskType: true,
  ownerId: true,
})
