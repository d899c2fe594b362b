import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactElement, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogClassName, dialogPortalClassName } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

type AlertDialogProps = {
  title: string
  /** Describes the consequence, and whether it can be undone. */
  description: string
  confirmLabel: string
  tone?: 'danger' | 'primary'
  onConfirm: () => void
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Where the focus goes after confirming, if what opened the dialog goes away by that. */
  focusAfterConfirm?: () => HTMLElement | null
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
  focusAfterConfirm: focusOnceConfirmed,
}: AlertDialogProps) {
  const { initialFocus, finalFocus } = useReturnFocus()
  const wasConfirmedRef = useRef(false)

  const handleConfirm = () => {
    wasConfirmedRef.current = true
    onConfirm()
  }

  const handleFinalFocus = () => {
    const wasConfirmed = wasConfirmedRef.current
    wasConfirmedRef.current = false
    return (wasConfirmed && focusOnceConfirmed?.()) || finalFocus()
  }

  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <BaseAlertDialog.Trigger render={trigger} />}
      <BaseAlertDialog.Portal className={dialogPortalClassName}>
        <BaseAlertDialog.Popup
          initialFocus={initialFocus}
          finalFocus={handleFinalFocus}
          aria-modal
          className={classNames(dialogClassName, 'sm:max-w-105')}
        >
          <div className="p-4 sm:p-6">
            <BaseAlertDialog.Title className="text-17">{title}</BaseAlertDialog.Title>
            <BaseAlertDialog.Description className="mt-2 text-muted">
              {description}
            </BaseAlertDialog.Description>
            <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <BaseAlertDialog.Close render={<Button>Cancel</Button>} />
              <BaseAlertDialog.Close
                render={
                  <Button variant={tone} onClick={handleConfirm}>
                    {confirmLabel}
                  </Button>
                }
              />
            </div>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
