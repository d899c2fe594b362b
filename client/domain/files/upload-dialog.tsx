import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { LeaveGuard } from '#client/ui/leave-guard.tsx'

type UploadDialogProps = Omit<ComponentProps<typeof FormDialog>, 'isChanged' | 'hasDraft'> & {
  /** An upload is under way. */
  isBusy: boolean
  /** Something in it was entered and is not sent. */
  isChanged?: boolean
  /** The text about what happens to unfinished uploads when the dialog is closed. */
  whatStays: string
}

/** A dialog in which files are uploaded: it asks before it goes away with one that is under way. */
export function UploadDialog({
  open,
  onOpenChange,
  isBusy,
  isChanged = false,
  whatStays,
  children,
  ...dialog
}: UploadDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // Done meanwhile, there is nothing to ask any more.
  if (isAsking && !isBusy) setAsking(false)
  return (
    <FormDialog
      isGuarded
      {...dialog}
      open={open}
      isChanged={() => isChanged && !isBusy}
      onOpenChange={(next) => (isBusy && !next ? setAsking(true) : onOpenChange(next))}
    >
      {children}
      {isBusy && <LeaveGuard loses="upload" />}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Stop the upload?"
        description={whatStays}
        confirmLabel="Stop the upload"
        onConfirm={() => onOpenChange(false)}
      />
    </FormDialog>
  )
}
