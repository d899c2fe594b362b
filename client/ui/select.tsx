import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClassName, useFieldControl } from './field.tsx'

/** The browser's own list: on a phone nothing else is as good. Takes <option> children. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  const control = useFieldControl()
  return (
    <span className={classNames('relative block', className)}>
      <select
        {...control}
        {...props}
        className={classNames(controlClassName, 'h-9 appearance-none pr-9 pl-3 touch:h-11')}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  )
}
