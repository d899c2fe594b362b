import { type ComponentProps, useState } from 'react'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { LeaveGuard } from '#client/ui/leave-guard.tsx'

type UploadDialogProps = Omit<ComponentProps<typeof FormDialog>, 'isChanged' | 'hasDraft'> & {
  /** Whether an upload is in progress. */
  isBusy: boolean
  /** Whether the dialog has values that were entered and not sent. */
  isChanged?: boolean
  /** The text about what happens to unfinished uploads when the dialog is closed. */
  whatStays: string
}

/** A dialog for uploading files. It asks for confirmation before it closes during an upload. */
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
  // The upload finished while the question was open, so the question is no longer needed.
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
