import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  /** MenuItem and MenuSeparator elements. */
  children: ReactNode
}

/**
 * What can be done with a thing. Not modal, since Radix's scroll lock would write a <style>, which the
 * Content-Security-Policy refuses; and not in a portal, so that it lies in the landmark and the order of its button.
 */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className={
          'z-50 min-w-44 rounded-card border border-line bg-raised p-1 shadow-float focus:outline-none ' +
          'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in'
        }
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

type MenuItemProps = {
  tone?: 'regular' | 'danger'
  disabled?: boolean
  onSelect?: () => void
  /** Makes the one child, such as a link, the item. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ tone = 'regular', children, ...props }: MenuItemProps) {
  return (
    <Radix.Item
      {...props}
      className={classNames(
        'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 text-15 touch:min-h-11',
        'data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50',
        'focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'danger' && 'text-danger',
      )}
    >
      {children}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2.5 my-1 h-px bg-line" />
}
