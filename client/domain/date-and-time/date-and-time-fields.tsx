import { type FieldErrors, useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { When } from './date-and-time.ts'

type WhenFieldsProps = {
  label: string
  /** What no time means. */
  usual: { words: string }
}

/** A day and, where it matters, a time: two fields of the form around them. */
export function WhenFields({ label, usual }: WhenFieldsProps) {
  const { register, formState } = useFormContext<When>()
  const errors: FieldErrors<When> = formState.errors
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={label} required error={errors.day?.message}>
        <TextInput type="date" min="1900-01-01" max="2199-12-31" {...register('day')} />
      </Field>
      <Field label="Time" hint={`Without one, ${usual.words}`}>
        <TextInput type="time" {...register('time')} />
      </Field>
    </div>
  )
}
