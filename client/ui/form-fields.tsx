import type { ComponentProps, FocusEvent, ReactNode } from 'react'
import { type RegisterOptions, useFormContext } from 'react-hook-form'
import { withScheme } from '#contract/web-address.ts'
import { Choice, ChoiceGroup } from './choice-group.tsx'
import { Field, Select, TextArea, TextInput } from './field.tsx'

type Texts = Record<string, string>

/** Returns the id of a field's control, which the error summary links to. A page has only one form with these fields at a time. */
export const formFieldId = (name: string) => `field-${name}`

type FormFieldProps = {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  /** The id of the control, for a form behind which or on top of which another form can have a field of this name. */
  id?: string
}

/** Connects a field to the surrounding form. Returns the props of the control and of its Field. */
const useFormField = (
  { name, label, required = false, hint, id = formFieldId(name) }: FormFieldProps,
  options?: RegisterOptions<Texts>,
) => {
  const { register, formState } = useFormContext<Texts>()
  const error = formState.errors[name]?.message
  return {
    control: register(name, options),
    field: { id, label, required, hint, error },
  }
}

type FormInputProps = FormFieldProps & Omit<ComponentProps<typeof TextInput>, keyof FormFieldProps>

/** A single-line text field. With the type `url`, it adds https:// when the user leaves the field, because users often omit it. */
export function FormInput({ id, name, label, required, hint, ...input }: FormInputProps) {
  const { setValue, formState } = useFormContext<Texts>()

  const completeAddress = ({ target }: FocusEvent<HTMLInputElement>) => {
    const address = withScheme(target.value)
    if (input.type === 'url' && address !== target.value) {
      setValue(name, address, { shouldValidate: formState.isSubmitted, shouldDirty: true })
    }
  }

  const { control, field } = useFormField(
    { name, label, required, hint, ...(id && { id }) },
    { onBlur: completeAddress },
  )
  return (
    <Field {...field}>
      <TextInput {...input} {...control} />
    </Field>
  )
}

type FormTextAreaProps = FormFieldProps &
  Pick<ComponentProps<typeof TextArea>, 'rows' | 'className'> & { maxLength: number }

/** A text field with several lines. */
export function FormTextArea({ name, label, required, hint, ...area }: FormTextAreaProps) {
  const { control, field } = useFormField({ name, label, required, hint })
  return (
    <Field {...field}>
      <TextArea {...area} {...control} />
    </Field>
  )
}

type OptionsProps = FormFieldProps & { options: readonly { value: string; label: string }[] }

type FormSelectProps = OptionsProps & {
  /** The text while nothing is chosen; without a placeholder, the first option is chosen. */
  placeholder?: string | undefined
  autoComplete?: string | undefined
}

/** A choice of one from many options, with the browser's own select. */
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
  /** The names of the fields whose rules depend on this choice. */
  deps: string[]
}

/** A choice of one from a few options, all of them visible. */
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
