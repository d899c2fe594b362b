import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DialogClose, DialogFrame, type DialogFrameProps, dialogClassName } from './dialog.tsx'

type AlertDialogProps = Pick<DialogFrameProps, 'trigger' | 'open' | 'onOpenChange' | 'focusAfter'> & {
  title: string
  /** Describes the consequence, and whether it can be undone. */
  description: string
  confirmLabel: string
  tone?: 'danger' | 'primary'
  onConfirm: () => void
}

/** Asks before something that is hard to undo. The focus begins on Cancel. */
export function AlertDialog({
  title,
  description,
  confirmLabel,
  tone = 'danger',
  onConfirm,
  ...frame
}: AlertDialogProps) {
  return (
    <DialogFrame
      {...frame}
      isGuarded
      role="alertdialog"
      className={classNames(dialogClassName, 'sm:max-w-105')}
    >
      <div className="p-4 sm:p-6">
        <BaseDialog.Title className="text-17">{title}</BaseDialog.Title>
        <BaseDialog.Description className="mt-2 text-muted">{description}</BaseDialog.Description>
        <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <DialogClose>
            <Button variant={tone} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogClose>
        </div>
      </div>
    </DialogFrame>
  )
}
