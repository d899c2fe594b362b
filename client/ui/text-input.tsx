import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClassName, useFieldControl } from './field.tsx'

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return (
    <input
      type="text"
      {...control}
      {...props}
      className={classNames(controlClassName, 'h-9 px-3 touch:h-11', className)}
    />
  )
}
