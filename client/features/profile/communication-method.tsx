import { useFormContext, useWatch } from 'react-hook-form'
import { Choice } from '#client/ui/choice.tsx'
import { ChoiceGroup } from '#client/ui/choice-group.tsx'
import { limits } from '#contract/fields.ts'
import { type CommunicationMethod as Method, neededContacts } from '#contract/partners.ts'
import { fieldId, ProfileInput } from './profile-input.tsx'
import {
  contactFieldOf,
  contactFields,
  type MethodField,
  methodChoices,
  type ProfileField,
  type ProfileValues,
} from './profile-values.ts'

const methodLabels: Record<Method, string> = {
  email: 'Email',
  text: 'Text/SMS',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
}

const phone = { type: 'tel', maxLength: limits.phone } as const

const contactInputs: Partial<Record<ProfileField, Omit<Parameters<typeof ProfileInput>[0], 'name'>>> = {
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
  const { register, formState } = useFormContext<ProfileValues>()
  const chosen = useWatch<ProfileValues, MethodField>({ name })
  const contact = contactFieldOf(name, chosen)
  const input = contact && contactInputs[contact]
  const choices = methodChoices(stored)

  return (
    <>
      <ChoiceGroup
        label={label}
        id={fieldId(name)}
        required
        hint={chosen === 'email' ? emailNote : undefined}
        error={formState.errors[name]?.message}
        className={choices.length > 3 ? 'sm:grid-cols-4' : 'sm:grid-cols-3'}
      >
        {choices.map((method) => (
          <Choice
            key={method}
            label={methodLabels[method]}
            value={method}
            {...register(name, { deps: Object.values(contactFields[name]) })}
          />
        ))}
      </ChoiceGroup>
      {input && (
        <ProfileInput
          key={contact}
          name={contact}
          required={neededContacts.some(({ method, is }) => method === name && is === chosen)}
          {...input}
        />
      )}
    </>
  )
}
