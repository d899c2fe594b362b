import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { ProfileValues } from './profile-values.ts'

/** Maps each field of the marketing contact to the partner's own field with the same meaning. */
const ownFields = {
  mainMarketingContact: 'fullName',
  marketingPreferredCommunicationMethod: 'preferredCommunicationMethod',
  marketingContactEmail: 'email',
  marketingContactPhone: 'phoneNumber',
  marketingContactWhatsapp: 'whatsappNumber',
} as const satisfies Partial<Record<keyof ProfileValues, keyof ProfileValues>>

const pairs = Object.entries(ownFields) as [keyof typeof ownFields, keyof ProfileValues][]

/** Fills in the marketing contact with the partner's own details. The fields can still be changed afterwards. */
export function SameContact() {
  const { setValue, formState } = useFormContext<ProfileValues>()
  const values = useWatch<ProfileValues>()
  const isSame = values.fullName !== '' && pairs.every(([field, own]) => values[field] === values[own])

  const handleChange = () => {
    for (const [field, own] of pairs) {
      const value = isSame && field !== 'marketingPreferredCommunicationMethod' ? '' : (values[own] ?? '')
      setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    }
  }

  return (
    <div className="sm:col-span-2">
      <Checkbox label="I'm the marketing contact" checked={isSame} onChange={handleChange} />
    </div>
  )
}
