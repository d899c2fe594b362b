import { Popover as BasePopover } from '@base-ui/react/popover'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from './class-names.ts'

type PopoverProps = {
  /** The button that opens the popover, which is positioned at the button. */
  anchorRef: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The class name of its width. */
  width?: string
  /** The actions next to the title. */
  actions?: ReactNode
  /** The content below the scrolling part. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * A popover at its button, which does not block the page behind it. It does not use a portal, so place it next to its button, to be in
 * the same landmark and tab order.
 */
export function Popover({
  anchorRef,
  open,
  onOpenChange,
  title,
  width = 'w-105',
  actions,
  footer,
  children,
}: PopoverProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const popupRef = useRef<HTMLDivElement>(null)

  const handleOpenChange: ComponentProps<typeof BasePopover.Root>['onOpenChange'] = (next, details) => {
    const { reason, event } = details
    // A click on the button already closes the popover.
    const isOnButton = event.target instanceof Node && anchorRef.current?.contains(event.target)
    if (reason === 'outside-press' && isOnButton) details.cancel()
    else onOpenChange(next)
  }

  return (
    <BasePopover.Root open={open} onOpenChange={handleOpenChange}>
      <div ref={containerRef} className="absolute" />
      <BasePopover.Portal container={containerRef}>
        <BasePopover.Positioner
          anchor={anchorRef}
          positionMethod="fixed"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <BasePopover.Popup
            ref={popupRef}
            initialFocus={popupRef}
            finalFocus={anchorRef}
            className={classNames(
              'flex max-h-[min(40rem,var(--available-height))] flex-col overflow-clip rounded-card border border-line bg-raised',
              'shadow-float focus:outline-none data-closed:animate-fade-out data-open:animate-rise-in',
              width,
            )}
          >
            <div className="flex min-h-12 items-center justify-between gap-3 border-line border-b px-4 py-1.5">
              <BasePopover.Title className="text-15">{title}</BasePopover.Title>
              {actions}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
            {footer && (
              <div className="flex items-center justify-between gap-3 border-line border-t px-2 py-1.5">
                {footer}
              </div>
            )}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
