import { type ComponentProps, useState } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogClose, DialogFooter } from './dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'trigger'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether something in it is not saved; called when it is about to close. */
  isChanged: () => boolean
  /** What is typed is stored, and is there again when the dialog opens again. */
  hasDraft?: boolean
}

/** A dialog with a form: it asks before it closes, or the page is left, with unsaved changes. */
export function FormDialog({
  open,
  onOpenChange,
  isChanged,
  hasDraft = false,
  children,
  ...dialog
}: FormDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // Saved in the meantime: there is nothing left to ask.
  if (isAsking && !open) setAsking(false)
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(next) => (!next && isChanged() ? setAsking(true) : onOpenChange(next))}
    >
      {children}
      {!hasDraft && <LeaveGuard loses="changes" isNeeded={isChanged} guardsSearch />}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="What you have entered is not saved."
        confirmLabel="Discard"
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type SubmitFooterProps = { isPending: boolean; label: string }

/** The buttons below a form in a dialog. */
export function SubmitFooter({ isPending, label }: SubmitFooterProps) {
  return (
    <DialogFooter>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="primary" pending={isPending}>
        {label}
      </Button>
    </DialogFooter>
  )
}
