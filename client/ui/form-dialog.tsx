import { type ComponentProps, type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type { EditForm, Stored } from '#client/lib/use-edit-form.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { AlertDialog, Dialog, DialogClose, DialogFooter } from './dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'

type FormDialogProps = ComponentProps<typeof Dialog> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Returns whether the form has unsaved changes; called when the dialog is about to close. */
  isChanged: () => boolean
  /** Whether typed text is stored as a draft, which shows again when the dialog is reopened. */
  hasDraft?: boolean
}

/** A dialog with a form, which asks before it closes, or the page is left, with unsaved changes. */
export function FormDialog({
  open,
  onOpenChange,
  isChanged,
  hasDraft = false,
  children,
  ...dialog
}: FormDialogProps) {
  const [isAsking, setAsking] = useState(false)
  // The form was saved in the meantime, so the question is no longer needed.
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
        description="What you entered is not saved."
        confirmLabel="Discard"
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type SubmitFooterProps = {
  isPending: boolean
  label: string
  tone?: 'primary' | 'danger' | undefined
  disabled?: boolean | undefined
}

/** The buttons below a form in a dialog. */
export function SubmitFooter({ isPending, label, tone = 'primary', disabled }: SubmitFooterProps) {
  return (
    <DialogFooter>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant={tone} pending={isPending} disabled={disabled}>
        {label}
      </Button>
    </DialogFooter>
  )
}

type DialogFormProps<Values extends FieldValues, Checked, Item extends Stored> = Pick<
  ComponentProps<typeof EditConflict>,
  'what' | 'gone'
> & {
  edit: EditForm<Values, Checked, Item>
  submitLabel: string
  /** The label of the button while the form is being saved, if it differs. */
  pendingLabel?: string | undefined
  tone?: SubmitFooterProps['tone']
  isPending?: boolean
  /** Whether the button is disabled, because the form would do nothing. */
  isUseless?: boolean
  onSaved?: () => void
  /** The fields, which access the form through its context. */
  children: ReactNode
}

/** The form of a dialog: its fields, the message about a conflict, and its buttons. */
export function DialogForm<Values extends FieldValues, Checked, Item extends Stored>(
  props: DialogFormProps<Values, Checked, Item>,
) {
  const {
    edit,
    submitLabel,
    pendingLabel = submitLabel,
    tone,
    isUseless,
    children,
    onSaved,
    ...conflict
  } = props
  const { isPending = edit.isSaving } = props
  return (
    <FormProvider {...edit.form}>
      <form
        ref={edit.formRef}
        noValidate
        onSubmit={(event) => edit.submit(event, onSaved)}
        className="grid grid-cols-1 gap-5"
      >
        {children}
        <EditConflict edit={edit} {...conflict} />
        <SubmitFooter
          isPending={isPending}
          label={isPending ? pendingLabel : submitLabel}
          tone={tone}
          disabled={isUseless}
        />
      </form>
    </FormProvider>
  )
}

type EditDialogProps<Values extends FieldValues, Checked, Item extends Stored> = Omit<
  ComponentProps<typeof FormDialog>,
  'isGuarded' | 'isChanged' | 'children'
> &
  DialogFormProps<Values, Checked, Item> & {
    /** Whether saving does not close the dialog, because the code that opened the dialog closes it. */
    staysOpen?: boolean
  }

/** A dialog that creates or edits a record. It closes after saving, and asks before it closes with unsaved changes. */
export function EditDialog<Values extends FieldValues, Checked, Item extends Stored>(
  props: EditDialogProps<Values, Checked, Item>,
) {
  return (
    <FormDialog {...props} isGuarded isChanged={props.edit.isChanged}>
      <DialogForm onSaved={() => !props.staysOpen && props.onOpenChange(false)} {...props} />
    </FormDialog>
  )
}

type EditConflictProps = {
  edit: { conflict: string | undefined; isGone: boolean; loadCurrent: () => unknown }
  /** The name of the deleted item, such as "This task". */
  what?: string
  /** The text that explains why the item may be gone. */
  gone?: string
}

/** Shows that another user changed the record first. Loading the current values discards the typed ones. */
export function EditConflict({
  edit: { conflict, isGone, loadCurrent },
  what = 'This',
  gone = 'It was deleted while you were editing.',
}: EditConflictProps) {
  if (isGone) return <Alert title={`${what} no longer exists`}>{gone}</Alert>
  if (conflict === undefined) return null
  return (
    <div ref={scrollIntoView}>
      <Alert title={conflict}>
        <p>Your changes are not saved. Loading the latest version replaces them.</p>
        <Button size="small" className="mt-3" onClick={loadCurrent}>
          Load latest version
        </Button>
      </Alert>
    </div>
  )
}

// The alert may be out of view, below the footer.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })
