import { type ReactNode, useState } from 'react'
import { DeleteQuestion } from '#client/domain/rows/delete-row-dialog.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { ActivationDialog } from '#client/features/activations/activation-dialog.tsx'
import { DocumentDialog } from '#client/features/documents/add-document-dialog.tsx'
import { MarkSigned } from '#client/features/documents/mark-signed.tsx'
import { TaskDialog } from '#client/features/tasks/task-dialog.tsx'
import { type StaffDialog, StaffDialogProvider } from './dialog-context.ts'

type StaffDialogsProps = {
  /** The one for whom something is made; null where the dialog has to ask. */
  partner: RowPartner | null
  children: ReactNode
}

/** The dialogs of the dashboard, and what opens them. */
export function StaffDialogs({ partner, children }: StaffDialogsProps) {
  const [shown, setShown] = useState<{ dialog: StaffDialog; number: number; open: boolean }>()

  const handleOpen = (dialog: StaffDialog) =>
    setShown((last) => ({ dialog, number: (last?.number ?? 0) + 1, open: true }))

  return (
    <StaffDialogProvider value={handleOpen}>
      {children}
      {shown && (
        <DialogOf
          key={shown.number}
          dialog={shown.dialog}
          partner={partner}
          open={shown.open}
          // One that is done late must not close another, which was opened meanwhile.
          onOpenChange={(open) => setShown((now) => (now?.number === shown.number ? { ...now, open } : now))}
        />
      )}
    </StaffDialogProvider>
  )
}

type DialogOfProps = {
  dialog: StaffDialog
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DialogOf({ dialog, partner, ...opening }: DialogOfProps) {
  // The partner of the address may change behind the dialog: it stays with the one for whom it was opened.
  const [opener] = useState(partner)
  switch (dialog.kind) {
    case 'task':
      return <TaskDialog {...opening} task={dialog.task} partner={opener} />
    case 'activation':
      return <ActivationDialog {...opening} activation={dialog.activation} partner={opener} />
    case 'document':
      return <DocumentDialog {...opening} partner={opener} />
    case 'delete-task':
      return (
        <DeleteQuestion
          {...opening}
          kind="task"
          id={dialog.task.id}
          name={dialog.task.taskName}
          partner={opener ?? dialog.task.partner ?? null}
        />
      )
    case 'delete-activation':
      return (
        <DeleteQuestion
          {...opening}
          kind="activation"
          id={dialog.activation.id}
          name={dialog.activation.name}
          partner={opener ?? dialog.activation.partner ?? null}
        />
      )
    case 'mark-signed':
      return (
        <MarkSigned
          {...opening}
          document={dialog.document}
          partner={opener ?? dialog.document.partner ?? null}
        />
      )
  }
}
