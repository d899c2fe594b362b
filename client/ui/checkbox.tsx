import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** Whether only screen readers get the label, because the context shows what the checkbox is for. */
  hideLabel?: boolean
  /** Whether only some of the items that the checkbox stands for are selected. */
  mixed?: boolean
  error?: string | undefined
}

export function Checkbox({ label, hideLabel, mixed, error, id: givenId, ...props }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div>
      <label
        htmlFor={id}
        className={classNames(
          'w-fit',
          hideLabel
            ? 'grid size-8 place-items-center touch:size-11'
            : 'flex items-start gap-3 py-1 touch:py-2.5',
        )}
      >
        <span className={classNames('relative grid size-4 shrink-0', !hideLabel && 'mt-1')}>
          <input
            {...props}
            id={id}
            {...(mixed !== undefined && { ref: showAs(mixed) })}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={
              'peer col-start-1 row-start-1 appearance-none rounded-mark border border-control bg-surface ' +
              'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger'
            }
          />
          {mixed ? (
            <Minus aria-hidden data-mark strokeWidth={3} className={mark} />
          ) : (
            <Check
              aria-hidden
              data-mark
              strokeWidth={3}
              className={classNames(mark, 'hidden peer-checked:block')}
            />
          )}
        </span>
        <span className={hideLabel ? 'sr-only' : 'min-w-0'}>{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

// `indeterminate` can only be set as a property, since HTML has no attribute for it.
const showAs = (mixed: boolean) => (input: HTMLInputElement | null) => {
  if (input) input.indeterminate = mixed
}

const mark = 'pointer-events-none col-start-1 row-start-1 m-auto size-3 text-on-accent'
