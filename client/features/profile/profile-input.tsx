import type { ComponentProps, FocusEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import type { ProfileField, ProfileValues } from './profile-values.ts'
import { withScheme } from './web-address.ts'

/** The id of a field's control, which the error summary links to. */
export const fieldId = (name: ProfileField) => `profile-${name}`

type ProfileInputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength'
> & {
  name: ProfileField
  label: string
  required?: boolean
  hint?: string
}

/** A line of text of the profile form. */
export function ProfileInput({ name, label, required, hint, ...input }: ProfileInputProps) {
  const { register, formState } = useFormContext<ProfileValues>()
  return (
    <Field
      label={label}
      id={fieldId(name)}
      required={required}
      hint={hint}
      error={formState.errors[name]?.message}
    >
      <TextInput maxLength={limits.name} {...input} {...register(name)} />
    </Field>
  )
}

type WebAddressInputProps = Pick<ProfileInputProps, 'name' | 'label' | 'required' | 'hint' | 'autoComplete'>

/** A web address: people type it without https://, so that is added when they leave the field. */
export function WebAddressInput({ name, label, required, hint, autoComplete = 'off' }: WebAddressInputProps) {
  const { register, setValue, formState } = useFormContext<ProfileValues>()

  function completeAddress({ target }: FocusEvent<HTMLInputElement>) {
    const address = withScheme(target.value)
    if (address !== target.value) setValue(name, address, { shouldValidate: formState.isSubmitted })
  }

  return (
    <Field
      label={label}
      id={fieldId(name)}
      required={required}
      hint={hint}
      error={formState.errors[name]?.message}
    >
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete={autoComplete}
        maxLength={limits.url}
        {...register(name, { onBlur: completeAddress })}
      />
    </Field>
  )
}
