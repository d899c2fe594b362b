import { type FieldErrors, useFormContext } from 'react-hook-form'
import { usualTimes } from '#client/domain/date-and-time/date-and-time.ts'
import { WhenFields } from '#client/domain/date-and-time/date-and-time-fields.tsx'
import { PartnerField } from '#client/domain/partner-picker/partner-field.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import { taskStatuses, taskStatusLabels, taskTypeLabels, taskTypes } from '#contract/tasks.ts'
import type { TaskValues } from './task-values.ts'

/** What is said of a task: the fields of the form around them. */
export function TaskFields({ asksForPartner }: { asksForPartner: boolean }) {
  const { register, formState } = useFormContext<TaskValues>()
  const errors: FieldErrors<TaskValues> = formState.errors
  return (
    <>
      {asksForPartner && <PartnerField />}
      <Field label="Task name" required error={errors.taskName?.message}>
        <TextInput autoComplete="off" maxLength={limits.name} {...register('taskName')} />
      </Field>
      <WhenFields label="Due date" usual={usualTimes.task} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Task type" required error={errors.taskType?.message}>
          <Select {...register('taskType')}>
            <option value="">Choose a type</option>
            {taskTypes.map((type) => (
              <option key={type} value={type}>
                {taskTypeLabels[type]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Status" error={errors.status?.message}>
          <Select {...register('status')}>
            {taskStatuses.map((status) => (
              <option key={status} value={status}>
                {taskStatusLabels[status]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  )
}
