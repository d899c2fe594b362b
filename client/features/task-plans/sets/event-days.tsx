import { useState } from 'react'
import { useController } from 'react-hook-form'
import { formatCount } from '#client/lib/format.ts'
import { Field, Select, TextInput } from '#client/ui/field.tsx'
import { maxEventDays } from '#contract/task-plans/plans.ts'

/** When a template that is added to a plan is due, until somebody enters something else. */
export const defaultEventDays = -7

/** Returns the days of a task of a plan in words, such as "14 days before the event". */
export const eventDaysText = (days: number) =>
  days === 0
    ? 'on the day of the event'
    : `${formatCount(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the event`

type EventDaysProps = { templateId: string; name: string }

/** The days between an event and a template of its plan, as a field of the surrounding form. */
export function EventDays({ templateId, name }: EventDaysProps) {
  const { field, fieldState } = useController<{ eventDays: Record<string, number> }>({
    name: `eventDays.${templateId}`,
  })
  const days = field.value as number
  // The side is a state of its own, because no number says on which side zero days are.
  const [side, setSide] = useState(days > 0 ? 'after' : 'before')
  const change = (count: number, nextSide: string) => {
    setSide(nextSide)
    field.onChange(nextSide === 'before' && count !== 0 ? -count : count)
  }
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2 pt-1 pr-2 pb-2">
      <Field label={`Days: ${name}`} isLabelHidden error={fieldState.error && `From 0 to ${maxEventDays}`}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={Number.isNaN(days) ? '' : Math.abs(days)}
          onChange={({ target: { value } }) => change(value.trim() === '' ? Number.NaN : Number(value), side)}
        />
      </Field>
      <Field label={`Before or after the event: ${name}`} isLabelHidden>
        <Select value={side} onChange={({ target }) => change(Math.abs(days), target.value)}>
          <option value="before">days before the event</option>
          <option value="after">days after the event</option>
        </Select>
      </Field>
    </div>
  )
}
