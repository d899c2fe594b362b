import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import type { ProfileField } from '#client/domain/profile-fields.ts'
import { FormChoices, FormInput } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/fields.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import { type CommunicationMethod as Method, requiredContacts } from '#contract/partners/profile.ts'
import {
  contactFieldOf,
  contactFields,
  type MethodField,
  methodChoices,
  type ProfileValues,
} from './profile-values.ts'

const phone = { type: 'tel', maxLength: limits.phone } as const

const contactInputs: Partial<Record<ProfileField, Omit<ComponentProps<typeof FormInput>, 'name'>>> = {
  phoneNumber: { ...phone, label: 'Phone Number', autoComplete: 'tel' },
  whatsappNumber: { ...phone, label: 'WhatsApp Number', autoComplete: 'tel', hint: 'With the country code' },
  marketingContactEmail: {
    type: 'email',
    maxLength: limits.email,
    label: 'Marketing Contact Email',
    autoComplete: 'section-marketing email',
  },
  marketingContactPhone: {
    ...phone,
    label: 'Marketing Contact Phone Number',
    autoComplete: 'section-marketing tel',
  },
  marketingContactWhatsapp: {
    ...phone,
    label: 'Marketing Contact WhatsApp Number',
    autoComplete: 'section-marketing tel',
    hint: 'With the country code',
  },
}

type CommunicationMethodProps = {
  name: MethodField
  label: string
  stored: Method | undefined
  /** What to know about being reached by e-mail. */
  emailNote?: string
}

/** How somebody wants to be reached, and the number or address that it takes. */
export function CommunicationMethod({ name, label, stored, emailNote }: CommunicationMethodProps) {
  const chosen = useWatch<ProfileValues, MethodField>({ name })
  const contact = contactFieldOf(name, chosen)
  const input = contact && contactInputs[contact]
  const choices = methodChoices(stored)

  return (
    <>
      <FormChoices
        name={name}
        label={label}
        required
        hint={chosen === 'email' ? emailNote : undefined}
        options={choices.map((method) => ({ value: method, label: communicationMethodLabels[method] }))}
        deps={Object.values(contactFields[name])}
      />
      {input && (
        <FormInput
          key={contact}
          name={contact}
          required={requiredContacts.some(({ method, is }) => method === name && is === chosen)}
          {...input}
        />
      )}
    </>
  )
}
