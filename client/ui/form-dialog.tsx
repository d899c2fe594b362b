import { type ComponentProps, useState } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'trigger'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asked when somebody closes it: whether it holds what is not saved. */
  isChanged: () => boolean
}

/** A dialog in which something is typed or chosen: it asks before it goes away with what is not saved. */
export function FormDialog({ open, onOpenChange, isChanged, ...dialog }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // Saved meanwhile, there is nothing to ask any more.
  if (isAsking && !open) setAsking(false)
  return (
    <>
      <Dialog
        {...dialog}
        open={open}
        onOpenChange={(next) => (!next && isChanged() ? setAsking(true) : onOpenChange(next))}
      />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="What you have entered is not saved."
        confirmLabel="Discard"
        onConfirm={() => onOpenChange(false)}
      />
    </>
  )
}
