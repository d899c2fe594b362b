import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { type RenderDialog, useOpenDialog } from './dialog-host.tsx'

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** The MenuItem and MenuSeparator elements. */
  children: ReactNode
  /** Whether the menu is open, and what its button or a key does about it, if something else opens it too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Returns the element that has the focus when the menu has closed, in place of the button. */
  finalFocus?: () => HTMLElement | null
}

/** A menu of actions. It is rendered next to its button, so that it is in the same landmark and tab order. */
export function Menu({ trigger, children, finalFocus, ...opening }: MenuProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  return (
    <BaseMenu.Root modal={false} {...opening}>
      <BaseMenu.Trigger render={trigger} />
      <div ref={containerRef} className="absolute" />
      <BaseMenu.Portal container={containerRef}>
        <BaseMenu.Positioner
          positionMethod="fixed"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <BaseMenu.Popup
            finalFocus={finalFocus}
            className={
              'min-w-44 rounded-card border border-line bg-raised p-1 shadow-float focus:outline-none ' +
              'data-closed:animate-fade-out data-open:animate-rise-in'
            }
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

type MenuItemProps = {
  icon?: LucideIcon
  tone?: 'regular' | 'danger'
  disabled?: boolean
  onSelect?: () => void
  /** The dialog that the item opens. */
  opens?: RenderDialog
  children: ReactNode
}

export function MenuItem({
  icon: Icon,
  tone = 'regular',
  disabled,
  onSelect,
  opens,
  children,
}: MenuItemProps) {
  const openDialog = useOpenDialog()
  const handleClick = () => {
    onSelect?.()
    if (opens) openDialog(opens)
  }
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={handleClick}
      className={classNames(
        'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 text-15 touch:min-h-11',
        'data-disabled:cursor-not-allowed data-highlighted:bg-sunken data-disabled:opacity-50',
        'focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'danger' && 'text-danger',
      )}
    >
      {Icon && <Icon aria-hidden />}
      {children}
    </BaseMenu.Item>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-2.5 my-1 h-px bg-line" />
}
