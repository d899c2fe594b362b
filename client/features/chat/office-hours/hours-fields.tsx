import { Plus, X } from 'lucide-react'
import { type FieldError as Refusal, useFieldArray, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Field, FieldError, TextInput } from '#client/ui/field.tsx'
import type { Weekday } from '#contract/chat/opening-times.ts'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { defaultDay, type HoursValues } from './hours-values.ts'

// The contract has the same limit.
const maxPeriods = 4

// The pressed Remove button goes away with its row, so the focus moves to the Add button.
const focusAddButton = (id: string) => document.getElementById(id)?.focus()

/** The periods of one day of the week. */
export function DayHours({ weekday }: { weekday: Weekday }) {
  const { register, formState } = useFormContext<HoursValues>()
  const { fields, append, remove } = useFieldArray<HoursValues>({ name: `week.${weekday}` })
  const { root, message } = (formState.errors.week?.[weekday] ?? {}) as { root?: Refusal; message?: string }
  const error = root?.message ?? message
  const name = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`
  const [addId, errorId] = [`hours-${weekday}-add`, `hours-${weekday}-error`]

  const timeField = (index: number, end: 'from' | 'until') => (
    <TextInput
      type="time"
      aria-label={`${name} ${end}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      className="max-w-36"
      {...register(`week.${weekday}.${index}.${end}`)}
    />
  )

  return (
    <fieldset className="grid grid-cols-1 gap-2 py-3 sm:grid-cols-[8rem_1fr_auto]">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden className="pt-2 font-medium text-13">
        {name}
      </span>
      <div className="grid grid-cols-1 gap-2">
        {fields.length === 0 && <p className="pt-2 text-13 text-muted">Closed</p>}
        {fields.map(({ id }, index) => (
          <div key={id} className="flex items-center gap-2">
            {timeField(index, 'from')}
            <span aria-hidden className="text-13 text-muted">
              to
            </span>
            {timeField(index, 'until')}
            <IconButton
              icon={X}
              label={`Remove these hours on ${name}`}
              onClick={() => {
                remove(index)
                focusAddButton(addId)
              }}
            />
          </div>
        ))}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
      <Button
        icon={Plus}
        id={addId}
        size="small"
        variant="quiet"
        disabled={fields.length >= maxPeriods}
        onClick={() => append(fields.length === 0 ? defaultDay : { from: '', until: '' })}
        className="self-start justify-self-start"
      >
        Add hours
        <span className="sr-only">{` on ${name}`}</span>
      </Button>
    </fieldset>
  )
}

/** Days on which the office is closed, whatever the week. */
export function Holidays() {
  const { register, formState } = useFormContext<HoursValues>()
  const { fields, append, remove } = useFieldArray<HoursValues, 'holidays'>({ name: 'holidays' })
  const errors = formState.errors.holidays
  const addId = 'hours-holidays-add'

  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium text-13">Holidays</legend>
      {fields.length === 0 && <p className="text-13 text-muted">None</p>}
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[10rem_minmax(0,1fr)_auto] items-start gap-2">
          <Field label="Date" error={errors?.[index]?.date?.message}>
            <TextInput type="date" {...dateRange} {...register(`holidays.${index}.date`)} />
          </Field>
          <Field label="Name" error={errors?.[index]?.name?.message}>
            <TextInput autoComplete="off" maxLength={limits.name} {...register(`holidays.${index}.name`)} />
          </Field>
          <IconButton
            icon={X}
            label={`Remove holiday ${index + 1}`}
            onClick={() => {
              remove(index)
              focusAddButton(addId)
            }}
            className="mt-6.5"
          />
        </div>
      ))}
      {errors?.root?.message && <FieldError id="hours-holidays-error">{errors.root.message}</FieldError>}
      <Button
        icon={Plus}
        id={addId}
        size="small"
        onClick={() => append({ date: '', name: '' })}
        className="justify-self-start"
      >
        Add holiday
      </Button>
    </fieldset>
  )
}
