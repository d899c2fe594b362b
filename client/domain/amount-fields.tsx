import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'

type AmountFieldsProps = {
  /** The name of the field for the amount. */
  name?: string
  label?: string
  required?: boolean
}

/** The fields of a form for an amount and its currency. */
export function AmountFields({ name = 'amount', label = 'Amount', required = true }: AmountFieldsProps) {
  return (
    <FormPair>
      <FormInput
        name={name}
        label={label}
        required={required}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="tabular-nums"
      />
      <FormInput
        name="currency"
        label="Currency"
        required={required}
        maxLength={3}
        autoComplete="off"
        hint="For example, USD"
      />
    </FormPair>
  )
}
