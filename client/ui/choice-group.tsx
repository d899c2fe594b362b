import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { fieldParts } from './field-control.ts'
import { FieldError, FieldHint, RequiredMark } from './field-notes.tsx'

type ChoiceGroupProps = {
  label: string
  /** Of the group; an error summary that links to it focuses the first choice. */
  id?: string
  required?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** Choice elements. */
  children: ReactNode
  /** How the choices lie, such as `sm:grid-cols-3`; one below the other unless said. */
  className?: string
}

/** One question with a few answers, all of them in sight. */
export function ChoiceGroup({
  label,
  id: givenId,
  required,
  hint,
  error,
  children,
  className,
}: ChoiceGroupProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { hintId, errorId, describedBy } = fieldParts(id, { hint, error })
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
      className="group/choices flex min-w-0 flex-col gap-1.5"
    >
      <span id={`${id}-label`} className="font-medium text-13">
        {label}
        {required && <RequiredMark />}
      </span>
      <div className={classNames('grid gap-2', className)}>{children}</div>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
