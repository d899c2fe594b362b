import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClassName, useFieldControl } from './field.tsx'

/** From `rows` on it grows with its text, where the browser can; a limit comes with `className`, such as `max-h-36`. */
export function TextArea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      rows={rows}
      {...control}
      {...props}
      // A field that is sized by its content does not heed `rows`.
      style={{ minHeight: `calc(${rows}lh + 1rem + 2px)` }}
      className={classNames(controlClassName, 'field-sizing-content resize-y px-3 py-2', className)}
    />
  )
}
