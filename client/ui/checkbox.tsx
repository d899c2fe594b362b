import Check from 'lucide-react/icons/check'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './field-notes.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, error, id: givenId, ...props }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div>
      <label htmlFor={id} className="flex w-fit items-start gap-3 py-1 touch:py-2.5">
        <span className="relative mt-1 grid size-4 shrink-0">
          <input
            {...props}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={
              'peer col-start-1 row-start-1 appearance-none rounded-mark border border-control bg-surface ' +
              'checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger'
            }
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none col-start-1 row-start-1 m-auto hidden size-3 text-on-accent peer-checked:block"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
