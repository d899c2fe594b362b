import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { DateAndTime } from '#client/domain/date-and-time.tsx'
import { useTeam } from '#client/domain/queries.ts'
import { type PlannedValues, plannedValuesOf } from '#client/domain/tasks/planned-fields.tsx'
import { calendarDay } from '#client/lib/local-moment.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Field, Select } from '#client/ui/field.tsx'
import type { TaskTemplate } from '#contract/task-plans/templates.ts'

const dayIn = (days: number) => {
  const now = new Date()
  return calendarDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}

type Values = PlannedValues & DateAndTime

const names = ['taskName', 'instructions', 'taskType', 'ownerId', 'day', 'time'] as const

/** Fills the form of a new task from a template, except for typed values. Renders nothing if there are no templates. */
export function TemplateField() {
  const { getValues, setValue, formState } = useFormContext<Values>()
  const { defaultValues, isSubmitted } = formState
  const { data: templates } = useQuery(readOf('/api/admin/task-templates'))
  const { data: team } = useTeam()
  const [chosen, setChosen] = useState('')
  // The values that were filled in last. A field with another value was edited by the user.
  const filledRef = useRef(defaultValues)

  const valuesOf = (template: TaskTemplate): Values => {
    const planned = plannedValuesOf(template)
    const isOwnerThere = team?.some(({ id }) => id === planned.ownerId)
    return {
      ...planned,
      ownerId: isOwnerThere ? planned.ownerId : '',
      day: dayIn(template.dueInDays),
      time: '',
    }
  }
  const fill = (template: TaskTemplate | undefined) => {
    const values = template ? valuesOf(template) : defaultValues
    for (const name of names) {
      if (getValues(name) === filledRef.current?.[name]) {
        setValue(name, values?.[name] ?? '', { shouldDirty: true, shouldValidate: isSubmitted })
      }
    }
    filledRef.current = values
  }

  if (templates?.length === 0) return null
  return (
    <Field label="Start from a template">
      <Select
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value)
          fill(templates?.find(({ id }) => id === target.value))
        }}
      >
        <option value="">No template</option>
        {/* Templates are offered only once the team is loaded; otherwise the chosen one would lose its owner. */}
        {(team ? templates : undefined)?.map(({ id, taskName }) => (
          <option key={id} value={id}>
            {taskName}
          </option>
        ))}
      </Select>
    </Field>
  )
}
