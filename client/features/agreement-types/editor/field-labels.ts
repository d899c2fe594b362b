import { useMemo } from 'react'
import { type AgreementForm, agreementFields } from '#contract/documents/agreements/agreement.ts'

/** The label of each field of the text, by its name. */
export type FieldLabels = ReadonlyMap<string, string>

/** Returns the labels of all fields that a text can have, which stay the same object until one changes. */
export const useFieldLabels = (form: AgreementForm): FieldLabels => {
  const entries = [
    ['companyName', 'Our company'],
    ...agreementFields(form).map(({ name, label }) => [name, label || name]),
  ]
  const json = JSON.stringify(entries)
  return useMemo(() => new Map<string, string>(JSON.parse(json)), [json])
}
