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
        description="What you entered is not saved."
        confirmLabel="Discard"
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

type SubmitFooterProps = { isPending: boolean; label: string; tone?: 'primary' | 'danger' | undefined }

/** The buttons below a form in a dialog. */
export function SubmitFooter({ isPending, label, tone = 'primary' }: SubmitFooterProps) {
  return (
    <DialogFooter>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant={tone} pending={isPending}>
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
  /** The label of the button while it saves, where that is another one. */
  pendingLabel?: string | undefined
  tone?: SubmitFooterProps['tone']
  isPending?: boolean
  onSaved?: () => void
  /** The fields, which find the form by its context. */
  children: ReactNode
}

/** The form of a dialog: its fields, the way out of a conflict, and its buttons. */
export function DialogForm<Values extends FieldValues, Checked, Item extends Stored>(
  props: DialogFormProps<Values, Checked, Item>,
) {
  const { edit, submitLabel, pendingLabel = submitLabel, tone, children, onSaved, ...conflict } = props
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
        <SubmitFooter isPending={isPending} label={isPending ? pendingLabel : submitLabel} tone={tone} />
      </form>
    </FormProvider>
  )
}

type EditDialogProps<Values extends FieldValues, Checked, Item extends Stored> = Omit<
  ComponentProps<typeof FormDialog>,
  'isGuarded' | 'isChanged' | 'children'
> &
  DialogFormProps<Values, Checked, Item> & {
    /** It is closed by whoever opened it, not by saving. */
    staysOpen?: boolean
  }

/** A dialog that creates or edits something. It closes once that is saved, and asks before it closes with unsaved changes. */
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
  /** Explains why the item may be gone. */
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

// It may be scrolled out of view, below the buttons of the footer.
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'center' })
