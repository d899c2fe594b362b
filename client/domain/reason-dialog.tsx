import type { ReactNode } from 'react'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import { WithReason } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

type ReasonDialogProps = DialogOpening & {
  title: string
  /** The text about what happens and what stays. */
  children: ReactNode
  submitLabel: string
  pendingLabel?: string
  /** The hint that says who reads the reason. */
  hint?: string
  onSubmit: (body: { reason: string }) => Promise<unknown>
}

/** A dialog that asks for a reason before something is withdrawn or declined. */
export function ReasonDialog({
  children,
  hint = 'Kept in the audit log, with your name',
  onSubmit,
  ...dialog
}: ReasonDialogProps) {
  const edit = useEditForm<{ reason: string }, { reason: string }>({
    schema: WithReason,
    record: null,
    valuesOf: () => ({ reason: '' }),
    save: (body) => onSubmit(body),
  })
  return (
    <EditDialog {...dialog} edit={edit} tone="danger">
      <div>{children}</div>
      <FormTextArea name="reason" label="Reason" required maxLength={limits.reason} hint={hint} />
    </EditDialog>
  )
}
