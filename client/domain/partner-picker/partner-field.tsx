import { useController } from 'react-hook-form'
import { z } from 'zod'
import { Field } from '#client/ui/field.tsx'
import type { RowPartner } from '../rows/rows.ts'
import { PartnerPicker } from './partner-picker.tsx'

export type WithPartner = { partner: RowPartner | null }

export const partnerField = z
  .custom<RowPartner | null>()
  .refine((partner) => partner !== null, 'Choose a partner')

/** For whom it is: a field of the form around it. */
export function PartnerField() {
  const { field, fieldState } = useController<WithPartner, 'partner'>({ name: 'partner' })
  return (
    <Field label="Partner" required error={fieldState.error?.message}>
      <PartnerPicker value={field.value} onChange={field.onChange} />
    </Field>
  )
}
