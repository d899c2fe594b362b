import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type FieldError, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { FieldError as FieldErrorText } from '#client/ui/field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Weekday } from '#contract/chat/opening-times.ts'
import type { HoursValues } from './hours-values.ts'

// As in the contract.
const maxPeriods = 4

const labelOf = (weekday: Weekday) => `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`

/** The periods of one day of the week. */
export function DayHours({ weekday }: { weekday: Weekday }) {
  const { register, formState } = useFormContext<HoursValues>()
  const { fields, append, remove } = useFieldArray<HoursValues>({ name: `week.${weekday}` })
  const { root, message } = (formState.errors.week?.[weekday] ?? {}) as {
    root?: FieldError
    message?: string
  }
  const error = root?.message ?? message
  const name = labelOf(weekday)
  const errorId = `hours-${weekday}-error`

  const handleRemove = (index: number) => {
    remove(index)
    // The pressed button is removed.
    document.getElementById(`hours-${weekday}-add`)?.focus()
  }

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
            {(['from', 'until'] as const).map((end) => (
              <div key={end} className="flex min-w-0 items-center gap-2">
                {end === 'until' && (
                  <span aria-hidden className="text-13 text-muted">
                    to
                  </span>
                )}
                <TextInput
                  type="time"
                  aria-label={`${name} ${end}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? errorId : undefined}
                  className="max-w-36"
                  {...register(`week.${weekday}.${index}.${end}`)}
                />
              </div>
            ))}
            <IconButton label={`Remove these hours on ${name}`} onClick={() => handleRemove(index)}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        {error && <FieldErrorText id={errorId}>{error}</FieldErrorText>}
      </div>
      <Button
        id={`hours-${weekday}-add`}
        size="small"
        variant="quiet"
        disabled={fields.length >= maxPeriods}
        onClick={() =>
          append(fields.length === 0 ? { from: '09:00', until: '17:00' } : { from: '', until: '' })
        }
        className="self-start justify-self-start"
      >
        <Plus aria-hidden className="size-4" />
        Add hours
        <span className="sr-only"> on {name}</span>
      </Button>
    </fieldset>
  )
}
