import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api.ts'

/** The fields of the forms that are called otherwise on the wire. */
const fieldOf: Record<string, string> = { dueDate: 'day', activationDate: 'day', partnerId: 'partner' }

/** Puts what the server says of what it refused to the fields, and the focus to the first of them. */
export const showRefusedFields = <Values extends FieldValues, Checked>(
  { setError, getValues }: UseFormReturn<Values, unknown, Checked>,
  error: unknown,
) => {
  if (!(error instanceof ApiError)) return
  const refused = Object.entries(error.fields)
    .map(([name, message]) => ({ name: fieldOf[name] ?? name, message }))
    .filter(({ name }) => name in getValues())
  for (const [index, { name, message }] of refused.entries()) {
    setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
}
