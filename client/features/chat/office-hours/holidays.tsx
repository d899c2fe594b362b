import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field, FieldError } from '#client/ui/field.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import type { HoursValues } from './hours-values.ts'

/** Days on which the office is closed, whatever the week. */
export function Holidays() {
  const { register, formState } = useFormContext<HoursValues>()
  const { fields, append, remove } = useFieldArray<HoursValues, 'holidays'>({ name: 'holidays' })
  const errors = formState.errors.holidays
  const addId = useId()

  const handleRemove = (index: number) => {
    remove(index)
    // The pressed button is removed.
    document.getElementById(addId)?.focus()
  }

  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium text-13">Holidays</legend>
      {fields.length === 0 && <p className="text-13 text-muted">None</p>}
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-start gap-2">
          <div className="w-40 shrink-0">
            <Field label="Date" error={errors?.[index]?.date?.message}>
              <TextInput type="date" {...register(`holidays.${index}.date`)} />
            </Field>
          </div>
          <div className="min-w-0 flex-1">
            <Field label="Name" error={errors?.[index]?.name?.message}>
              <TextInput autoComplete="off" maxLength={limits.name} {...register(`holidays.${index}.name`)} />
            </Field>
          </div>
          <IconButton
            label={`Remove holiday ${index + 1}`}
            onClick={() => handleRemove(index)}
            className="mt-6.5"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      {errors?.root?.message && <FieldError id={`${addId}-error`}>{errors.root.message}</FieldError>}
      <Button
        id={addId}
        size="small"
        onClick={() => append({ date: '', name: '' })}
        className="justify-self-start"
      >
        <Plus aria-hidden className="size-4" />
        Add holiday
      </Button>
    </fieldset>
  )
}
