import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { AgreementField, NumberUnit } from '#contract/documents/agreements/agreement.ts'
import type { FormValues } from './agreement-prefill.ts'

const numberInputs: Record<NumberUnit, ComponentProps<'input'>> = {
  days: { inputMode: 'numeric', step: 1 },
  guests: { inputMode: 'numeric', step: 1 },
  dollars: { inputMode: 'decimal', step: 0.01 },
  percent: { inputMode: 'decimal', step: 'any', max: 100 },
}

const inputOf = (field: AgreementField): ComponentProps<'input'> => {
  if (field.kind === 'date') return { type: 'date', min: '1900-01-01', max: '2199-12-31' }
  if (field.kind === 'number') return { type: 'number', min: 0, ...numberInputs[field.unit] }
  return { maxLength: field.maxLength, autoComplete: field.autoComplete ?? 'off' }
}

type AgreementFieldInputProps = {
  field: AgreementField
  /** The message of a value that is missing, which is said once for the whole form. */
  missingMessage: string
  onActive: (name: string | undefined) => void
}

/** One value of an agreement, by the control that suits its kind. */
export function AgreementFieldInput({ field, missingMessage, onActive }: AgreementFieldInputProps) {
  const { register, formState } = useFormContext<FormValues>()
  const message = formState.errors[field.name]?.message
  const control = {
    ...register(field.name, { onBlur: () => onActive(undefined) }),
    onFocus: () => onActive(field.name),
  }
  return (
    <Field
      label={field.label}
      required
      hint={field.hint}
      error={message === missingMessage ? 'Required' : message}
    >
      {field.kind === 'long-text' ? (
        <TextArea rows={4} maxLength={field.maxLength} {...control} />
      ) : (
        <TextInput
          {...inputOf(field)}
          // A number with the focus turns with the wheel: a fee must not change because somebody scrolls.
          onWheel={field.kind === 'number' ? (event) => event.currentTarget.blur() : undefined}
          {...control}
        />
      )}
    </Field>
  )
}
