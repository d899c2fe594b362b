import { createContext, type ReactNode, use, useId } from 'react'

/**
 * The class names of every control that takes text or a choice. On a phone the text is 17 px: Safari zooms into a field
 * whose text is smaller than 16 px.
 */
export const controlClassName =
  'w-full min-w-0 rounded-control border border-control bg-surface text-15 text-ink placeholder:text-muted touch:text-17 ' +
  'focus-visible:-outline-offset-1 aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted'

type FieldControl = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const FieldControlContext = createContext<FieldControl>({})

/** Props for a control that tie it to the label, hint and error of the Field around it; empty outside of a Field. */
export function useFieldControl(): FieldControl {
  return use(FieldControlContext)
}

/** The ids of a field's hint and error, and those of them that are shown for `aria-describedby`. */
export function fieldParts(id: string, { hint, error }: { hint?: unknown; error?: unknown }) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return { hintId, errorId, describedBy }
}

type FieldProps = {
  label: string
  /** The id of the control, which an error summary links to. */
  id?: string
  required?: boolean
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/**
 * A label, the one control inside (TextInput, TextArea, Select), its hint and its error. The hint comes below, so that
 * controls side by side are aligned.
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
      <FieldControlContext value={control}>{children}</FieldControlContext>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Hidden from screen readers: the control itself is marked as required. */
export function RequiredMark() {
  return (
    <span aria-hidden className="text-danger">
      {' *'}
    </span>
  )
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-13 text-muted">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="font-medium text-13 text-danger">
      {children}
    </p>
  )
}
