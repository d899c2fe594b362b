import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './control-look.ts'
import { useFieldControl } from './field-control.ts'

/** Grows with its text where the browser can; a limit comes with `className`, such as `max-h-36`. */
export function TextArea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return (
    <textarea
      rows={rows}
      {...control}
      {...props}
      className={classNames(controlLook, 'field-sizing-content min-h-20 resize-y px-3 py-2', className)}
    />
  )
}
