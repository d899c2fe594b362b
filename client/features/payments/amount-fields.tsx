import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'

/** The fields of a form for an amount and its currency. */
export function AmountFields() {
  return (
    <FormPair>
      <FormInput
        name="amount"
        label="Amount"
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="tabular-nums"
      />
      <FormInput
        name="currency"
        label="Currency"
        required
        maxLength={3}
        autoComplete="off"
        hint="For example, USD"
      />
    </FormPair>
  )
}
