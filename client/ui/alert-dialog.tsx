import { AlertDialog as Radix } from 'radix-ui'
import { type ReactElement, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogLook } from './dialog-look.ts'
import { ScrollLock } from './scroll-lock.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type AlertDialogProps = {
  title: string
  /** What will happen, and whether it can be undone. */
  description: string
  confirmLabel: string
  tone?: 'danger' | 'primary'
  onConfirm: () => void
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Where the focus goes once it is confirmed, if what opened it goes away by that. */
  focusOnceConfirmed?: () => HTMLElement | null
}

/** Asks before something that is hard to undo. The focus begins on Cancel. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  tone = 'danger',
  onConfirm,
  trigger,
  open,
  onOpenChange,
  focusOnceConfirmed,
}: AlertDialogProps) {
  const returnFocus = useReturnFocus()
  const wasConfirmed = useRef(false)

  const handleConfirm = () => {
    wasConfirmed.current = true
    onConfirm()
  }

  const handleCloseAutoFocus = (event: Event) => {
    returnFocus.onCloseAutoFocus(event)
    if (wasConfirmed.current) focusOnceConfirmed?.()?.focus()
    wasConfirmed.current = false
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Content
          {...returnFocus}
          onCloseAutoFocus={handleCloseAutoFocus}
          aria-modal
          className={classNames(dialogLook, 'sm:max-w-105')}
        >
          <ScrollLock />
          <div className="p-4 sm:p-6">
            <Radix.Title className="text-17">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
            <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Radix.Cancel asChild>
                <Button>Cancel</Button>
              </Radix.Cancel>
              <Radix.Action asChild>
                <Button variant={tone} onClick={handleConfirm}>
                  {confirmLabel}
                </Button>
              </Radix.Action>
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
