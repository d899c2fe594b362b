import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Field, TextInput } from '#client/ui/field.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { dateRange, isInDateRange, outsideDateRange } from '#contract/date-range.ts'
import {
  defaultLeadDays,
  type TaskFrequency,
  taskFrequencies,
  taskFrequencyLabels,
} from '#contract/task-plans/plans.ts'

/** How a task repeats, as form fields; a task with an empty frequency does not repeat. */
export type RepeatValues = { frequency: TaskFrequency | ''; endsOn: string; leadDays: string }

export const repeatShape = {
  frequency: z.custom<TaskFrequency | ''>(),
  endsOn: z
    .string()
    .refine((day) => day === '' || isInDateRange(day), outsideDateRange)
    .transform((day) => day || null),
  leadDays: z.string().transform(Number),
}

type Repeating = { frequency: TaskFrequency; endsOn: string | null; leadDays: number }

export const repeatValuesOf = (
  record: Repeating | null,
  frequency: TaskFrequency | '' = '',
): RepeatValues => ({
  frequency: record?.frequency ?? frequency,
  endsOn: record?.endsOn ?? '',
  leadDays: String(record?.leadDays ?? defaultLeadDays),
})

const leadLabels: Record<number, string> = {
  0: 'When it is due',
  1: 'A day before it is due',
  7: 'A week before it is due',
}
const leadLabel = (days: number) => leadLabels[days] ?? `${days} days before it is due`
const offeredLeadDays = [0, 1, 3, 7, 14, 30]

/** The form fields for how a task repeats. With `isOptional`, the task may also occur only once. */
export function RepeatFields({ isOptional = false }: { isOptional?: boolean }) {
  const { register, formState, control } = useFormContext<RepeatValues>()
  const [frequency, chosenLead] = useWatch({ control, name: ['frequency', 'leadDays'] })
  const leadDays = new Set([...offeredLeadDays, Number(chosenLead)])
  const frequencies = taskFrequencies.map((value) => ({ value, label: taskFrequencyLabels[value] }))
  return (
    <>
      <FormPair>
        <FormSelect
          name="frequency"
          label="Repeats"
          placeholder={isOptional ? 'Does not repeat' : undefined}
          options={frequencies}
        />
        {frequency && (
          <Field label="Ends on" hint="Leave empty for no end" error={formState.errors.endsOn?.message}>
            <TextInput type="date" {...dateRange} {...register('endsOn')} />
          </Field>
        )}
      </FormPair>
      {frequency && (
        <FormSelect
          name="leadDays"
          label="Create each task"
          options={[...leadDays]
            .toSorted((a, b) => a - b)
            .map((days) => ({ value: String(days), label: leadLabel(days) }))}
        />
      )}
    </>
  )
}
