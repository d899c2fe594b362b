import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlLook } from './control-look.ts'
import { useFieldControl } from './field-control.ts'

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return (
    <input
      type="text"
      {...control}
      {...props}
      className={classNames(controlLook, 'h-9 px-3 touch:h-11', className)}
    />
  )
}
