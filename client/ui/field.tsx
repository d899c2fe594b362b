import { type ReactNode, useId } from 'react'
import { FieldControlProvider, fieldParts } from './field-control.ts'
import { FieldError, FieldHint, RequiredMark } from './field-notes.tsx'

type FieldProps = {
  label: string
  /** Of the control; an error summary links to it. */
  id?: string
  required?: boolean
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/**
 * Label, the one control inside (TextInput, TextArea, Select), its hint and its error, tied together. The hint comes
 * below, so that controls side by side stand on one line.
 */
export function Field({ label, id: givenId, required, hint, error, children }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { hintId, errorId, describedBy } = fieldParts(id, { hint, error })
  const control = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-13">
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldControlProvider value={control}>{children}</FieldControlProvider>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
