import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { withScheme } from '#client/lib/web-address.ts'
import { Choice, ChoiceGroup } from './choice-group.tsx'
import { Field } from './field.tsx'
import { Select } from './select.tsx'
import { TextArea } from './text-area.tsx'
import { TextInput } from './text-input.tsx'

/** The id of a field's control, which the error summary links to. One such form is on a page at a time. */
export const formFieldId = (name: string) => `field-${name}`

type FormFieldProps<Name extends string> = {
  name: Name
  label: string
  required?: boolean
  hint?: ReactNode
}

/** Connects a field to the form around it: its registration, and the props of the Field around the control. */
const useFormField = ({ name, label, required, hint }: FormFieldProps<string>) => {
  const { register, formState } = useFormContext<Record<string, string>>()
  return {
    register,
    field: {
      id: formFieldId(name),
      label,
      required: required ?? false,
      hint,
      error: formState.errors[name]?.message,
    },
  }
}

type FormInputProps<Name extends string> = FormFieldProps<Name> &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'min' | 'max'> & {
    maxLength: number
  }

/** A line of text. */
export function FormInput<Name extends string>({
  name,
  label,
  required,
  hint,
  ...input
}: FormInputProps<Name>) {
  const { register, field } = useFormField({ name, label, required, hint })
  return (
    <Field {...field}>
      <TextInput {...input} {...register(name)} />
    </Field>
  )
}

type FormTextAreaProps<Name extends string> = FormFieldProps<Name> & { maxLength: number; rows?: number }

/** Text of several lines. */
export function FormTextArea<Name extends string>({
  name,
  maxLength,
  rows,
  ...props
}: FormTextAreaProps<Name>) {
  const { register, field } = useFormField({ name, ...props })
  return (
    <Field {...field}>
      <TextArea maxLength={maxLength} rows={rows} {...register(name)} />
    </Field>
  )
}

type FormWebAddressProps<Name extends string> = FormFieldProps<Name> & {
  maxLength: number
  autoComplete?: string
}

/** A web address: people type it without https://, so that is added when they leave the field. */
export function FormWebAddress<Name extends string>({
  name,
  maxLength,
  autoComplete = 'off',
  ...props
}: FormWebAddressProps<Name>) {
  const { register, field } = useFormField({ name, ...props })
  const { setValue, formState } = useFormContext<Record<string, string>>()

  function completeAddress({ target }: FocusEvent<HTMLInputElement>) {
    const address = withScheme(target.value)
    if (address !== target.value) {
      setValue(name as string, address, { shouldValidate: formState.isSubmitted, shouldDirty: true })
    }
  }

  return (
    <Field {...field}>
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete={autoComplete}
        maxLength={maxLength}
        {...register(name, { onBlur: completeAddress })}
      />
    </Field>
  )
}

type Option = { value: string; label: string }

type FormSelectProps<Name extends string> = FormFieldProps<Name> & {
  options: readonly Option[]
  /** Shown while nothing is chosen; without it the first option is. */
  placeholder?: string
  autoComplete?: string
}

/** One of many, from the browser's own list. */
export function FormSelect<Name extends string>({
  name,
  options,
  placeholder,
  autoComplete,
  ...props
}: FormSelectProps<Name>) {
  const { register, field } = useFormField({ name, ...props })
  return (
    <Field {...field}>
      <Select autoComplete={autoComplete} {...register(name)}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type FormChoicesProps<Name extends string> = FormFieldProps<Name> & {
  options: readonly Option[]
  /** Fields whose rules hang on what is chosen here. */
  deps?: string[]
}

/** One of a few, all of them in sight. */
export function FormChoices<Name extends string>({
  name,
  options,
  deps = [],
  ...props
}: FormChoicesProps<Name>) {
  const { register, field } = useFormField({ name, ...props })
  return (
    <ChoiceGroup {...field} className={options.length > 3 ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}>
      {options.map(({ value, label }) => (
        <Choice key={value} label={label} value={value} {...register(name, { deps })} />
      ))}
    </ChoiceGroup>
  )
}
