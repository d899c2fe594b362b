import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, TextArea, TextInput } from '#client/ui/field.tsx'
import { dateRange } from '#contract/date-range.ts'
import type { AgreementField, AgreementForm, NumberUnit } from '#contract/documents/agreements/agreement.ts'
import type { FormValues } from './agreement-prefill.ts'

type AgreementFieldsProps = {
  form: AgreementForm
  /** Called with the name of the field that has the focus, or undefined when none has. */
  onActive: (name: string | undefined) => void
}

/** The fields of an agreement in their groups. */
export function AgreementFields({ form, onActive }: AgreementFieldsProps) {
  return (
    <div className="grid gap-6">
      {form.fieldGroups.map(({ heading, fields }) => (
        <fieldset
          key={heading}
          onFocus={({ target }) => onActive(target.getAttribute('name') ?? undefined)}
          onBlur={() => onActive(undefined)}
          className="min-w-0"
        >
          <legend className="mb-3 font-semibold text-15 tracking-heading">{heading}</legend>
          <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-1">
            {fields.map((field) => (
              <AgreementFieldInput key={field.name} field={field} missingMessage={form.missingMessage} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

const numberInputs: Record<NumberUnit, ComponentProps<'input'>> = {
  days: { inputMode: 'numeric', step: 1 },
  guests: { inputMode: 'numeric', step: 1 },
  dollars: { inputMode: 'decimal', step: 0.01 },
  percent: { inputMode: 'decimal', step: 'any', max: 100 },
}

const inputOf = (field: AgreementField): ComponentProps<'input'> => {
  if (field.kind === 'date') return { type: 'date', ...dateRange }
  if (field.kind === 'number') return { type: 'number', min: 0, ...numberInputs[field.unit] }
  return { maxLength: field.maxLength, autoComplete: field.autoComplete ?? 'off' }
}

type AgreementFieldInputProps = {
  field: AgreementField
  /** The message of a missing value, which is shown once for the whole form. */
  missingMessage: string
}

/** One field of an agreement, with the control for its kind. */
function AgreementFieldInput({ field, missingMessage }: AgreementFieldInputProps) {
  const { register, formState } = useFormContext<FormValues>()
  const message = formState.errors[field.name]?.message
  return (
    <Field
      label={field.label}
      required
      hint={field.hint}
      error={message === missingMessage ? 'Required' : message}
    >
      {field.kind === 'long-text' ? (
        <TextArea rows={4} maxLength={field.maxLength} {...register(field.name)} />
      ) : (
        <TextInput
          {...inputOf(field)}
          // The mouse wheel changes a focused number field, and scrolling must not change a fee.
          onWheel={field.kind === 'number' ? (event) => event.currentTarget.blur() : undefined}
          {...register(field.name)}
        />
      )}
    </Field>
  )
}
