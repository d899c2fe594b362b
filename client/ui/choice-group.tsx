import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, FieldHint, type FieldTexts, GroupLabel, useFieldIds } from './field.tsx'

type ChoiceGroupProps = FieldTexts & {
  /** The Choice elements. */
  children: ReactNode
  /** The columns of the choices, such as `sm:grid-cols-3`; one column by default. */
  className?: string
}

/** A question with a few answers, all of them visible. */
export function ChoiceGroup({ children, className, ...field }: ChoiceGroupProps) {
  const { label, required, hint, error } = field
  const { id, labelId, hintId, errorId, describedBy } = useFieldIds(field)
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-invalid={error ? true : undefined}
      aria-required={required || undefined}
      className="group/choices flex min-w-0 flex-col gap-1.5"
    >
      <GroupLabel id={labelId} label={label} required={required} />
      <div className={classNames('grid gap-2', className)}>{children}</div>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  hint?: ReactNode
}

/** A radio button as a card; the whole card can be clicked. The radio buttons of one ChoiceGroup share a `name`. */
export function Choice({ label, hint, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={
        'flex min-h-11 gap-3 rounded-control border border-control bg-surface px-3 py-2.5 hover:bg-sunken ' +
        'has-checked:border-accent has-checked:bg-accent-soft has-checked:inset-ring has-checked:inset-ring-accent ' +
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ' +
        'has-disabled:cursor-not-allowed has-disabled:opacity-50 group-aria-invalid/choices:border-danger'
      }
    >
      <input
        id={id}
        {...props}
        type="radio"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={
          'mt-1 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface outline-none ' +
          'checked:border-5 checked:border-accent'
        }
      />
      <span className="min-w-0">
        <span className="block">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-13 text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
