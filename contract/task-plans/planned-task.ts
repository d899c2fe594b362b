import { z } from 'zod'
import { id } from '../fields.ts'
import { TaskType, taskFields } from '../tasks.ts'

/** The fields of a plan's tasks in responses. */
export const plannedTask = {
  id,
  taskName: z.string(),
  instructions: z.string().nullable(),
  taskType: TaskType,
  /** The member of staff who looks after the tasks. */
  owner: z.strictObject({ id, name: z.string() }).nullable(),
}

/** The fields of a plan's tasks that staff enter. */
export const plannedTaskFields = taskFields.pick({
  taskName: true,
  instructions: true,
  taskType: true,
  ownerId: true,
})
