import { useController } from 'react-hook-form'
import { z } from 'zod'
import { Field } from '#client/ui/field.tsx'
import { PartnerPicker } from './partner-picker.tsx'
import { partnerLabel, type RowPartner } from './rows/rows.ts'

export type WithPartner = { partner: RowPartner | null }

export const partnerSchema = z
  .custom<RowPartner | null>()
  .refine((partner) => partner !== null, 'Choose a partner')

/** The partner of a task, an activation or a document: a field of the form around it. */
export function PartnerField() {
  const { field, fieldState } = useController<WithPartner, 'partner'>({ name: 'partner' })
  return (
    <Field label="Partner" required error={fieldState.error?.message}>
      <PartnerPicker value={field.value} onChange={field.onChange} />
    </Field>
  )
}

/** In the head of a dialog: the partner that something is created for. */
export function ForPartner({ partner }: { partner: RowPartner }) {
  return (
    <span className="wrap-anywhere line-clamp-2" title={partnerLabel(partner)}>
      {`For ${partnerLabel(partner)}`}
    </span>
  )
}
