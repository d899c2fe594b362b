import { useController } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { PartnerPicker } from './partner-picker.tsx'
import { partnerLabel, type RowPartner } from './rows/rows.ts'

export type WithPartner = { partner: RowPartner | null }

/** The form field for the partner of a task, an activation or a document. */
export function PartnerField() {
  const { field, fieldState } = useController<WithPartner, 'partner'>({ name: 'partner' })
  return (
    <Field label="Partner" required error={fieldState.error?.message}>
      <PartnerPicker value={field.value} onChange={field.onChange} />
    </Field>
  )
}

/** The partner that something is created for, shown in the head of a dialog. */
export function ForPartner({ partner }: { partner: RowPartner }) {
  return (
    <span className="wrap-anywhere line-clamp-2" title={partnerLabel(partner)}>
      {`For ${partnerLabel(partner)}`}
    </span>
  )
}
