import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { type RegisterOptions, useFormContext } from 'react-hook-form'
import { withScheme } from '#contract/web-address.ts'
import { Choice, ChoiceGroup } from './choice-group.tsx'
import { Field, Select, TextArea, TextInput } from './field.tsx'

type Texts = Record<string, string>

/** The id of a field's control, which the error summary links to. One such form is on a page at a time. */
export const formFieldId = (name: string) => `field-${name}`

type FormFieldProps = { name: string; label: string; required?: boolean; hint?: ReactNode }

/** Connects a field to the form around it: the props of its control, and those of the Field around the control. */
const useFormField = (
  { name, label, required = false, hint }: FormFieldProps,
  options?: RegisterOptions<Texts>,
) => {
  const { register, formState } = useFormContext<Texts>()
  const error = formState.errors[name]?.message
  return {
    control: register(name, options),
    field: { id: formFieldId(name), label, required, hint, error },
  }
}

type FormInputProps = FormFieldProps & Omit<ComponentProps<typeof TextInput>, keyof FormFieldProps>

/** A line of text. People type a web address without https://, so that is added when they leave the field. */
export function FormInput({ name, label, required, hint, ...input }: FormInputProps) {
  const { setValue, formState } = useFormContext<Texts>()

  const completeAddress = ({ target }: FocusEvent<HTMLInputElement>) => {
    const address = withScheme(target.value)
    if (input.type === 'url' && address !== target.value) {
      setValue(name, address, { shouldValidate: formState.isSubmitted, shouldDirty: true })
    }
  }

  const { control, field } = useFormField({ name, label, required, hint }, { onBlur: completeAddress })
  return (
    <Field {...field}>
      <TextInput {...input} {...control} />
    </Field>
  )
}

/** Text of several lines. */
export function FormTextArea({ maxLength, ...props }: FormFieldProps & { maxLength: number }) {
  const { control, field } = useFormField(props)
  return (
    <Field {...field}>
      <TextArea maxLength={maxLength} {...control} />
    </Field>
  )
}

type OptionsProps = FormFieldProps & { options: readonly { value: string; label: string }[] }

type FormSelectProps = OptionsProps & {
  /** Shown while nothing is chosen; without it the first option is. */
  placeholder?: string | undefined
  autoComplete?: string | undefined
}

/** One of many, from the browser's own list. */
export function FormSelect({ options, placeholder, autoComplete, ...props }: FormSelectProps) {
  const { control, field } = useFormField(props)
  return (
    <Field {...field}>
      <Select autoComplete={autoComplete} {...control}>
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

type FormChoicesProps = OptionsProps & {
  /** Fields whose rules hang on what is chosen here. */
  deps: string[]
}

/** One of a few, all of them in sight. */
export function FormChoices({ options, deps, ...props }: FormChoicesProps) {
  const { control, field } = useFormField(props, { deps })
  return (
    <ChoiceGroup {...field} className={options.length > 3 ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}>
      {options.map(({ value, label }) => (
        <Choice key={value} label={label} value={value} {...control} />
      ))}
    </ChoiceGroup>
  )
}
