import { z } from 'zod'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { type TaskType, taskTypeLabels, taskTypes } from '#contract/task-status.ts'
import { taskFields } from '#contract/tasks.ts'

/** The values that the forms of a task, a recurring task and a template have in common. */
export type PlannedValues = {
  taskName: string
  instructions: string
  taskType: TaskType | ''
  ownerId: string
}

export const plannedShape = {
  taskName: taskFields.shape.taskName,
  instructions: taskFields.shape.instructions,
  taskType: taskFields.shape.taskType,
  ownerId: z.string().transform((ownerId) => ownerId || null),
}

type Planned = {
  taskName: string
  instructions: string | null
  taskType: TaskType
  owner: { id: string } | null
}

export const plannedValuesOf = (record: Planned | null): PlannedValues => ({
  taskName: record?.taskName ?? '',
  instructions: record?.instructions ?? '',
  taskType: record?.taskType ?? '',
  ownerId: record?.owner?.id ?? '',
})

export function NameAndInstructions() {
  return (
    <>
      <FormInput name="taskName" label="Task name" required autoComplete="off" maxLength={limits.name} />
      <FormTextArea name="instructions" label="Instructions" maxLength={limits.description} />
    </>
  )
}

export function TaskTypeField() {
  return (
    <FormSelect
      name="taskType"
      label="Task type"
      required
      placeholder="Choose a type"
      options={taskTypes.map((value) => ({ value, label: taskTypeLabels[value] }))}
    />
  )
}
