import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import type { EditForm, Stored } from '#client/lib/use-edit-form.ts'
import { EditConflict } from './edit-conflict.tsx'
import { FormDialog, SubmitFooter } from './form-dialog.tsx'

type DialogFormProps<Values extends FieldValues, Checked, Item extends Stored> = Pick<
  ComponentProps<typeof EditConflict>,
  'what' | 'gone'
> & {
  edit: EditForm<Values, Checked, Item>
  submitLabel: string
  isPending: boolean
  /** The fields, which find the form by its context. */
  children: ReactNode
}

/** The form of a dialog: its fields, the way out of a conflict, and its buttons. */
export function DialogForm<Values extends FieldValues, Checked, Item extends Stored>(
  props: DialogFormProps<Values, Checked, Item>,
) {
  const { edit, submitLabel, isPending, children, ...conflict } = props
  return (
    <FormProvider {...edit.form}>
      <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
        {children}
        <EditConflict edit={edit} {...conflict} />
        <SubmitFooter isPending={isPending} label={submitLabel} />
      </form>
    </FormProvider>
  )
}

type EditDialogProps<Values extends FieldValues, Checked, Item extends Stored> = Omit<
  ComponentProps<typeof FormDialog>,
  'isGuarded' | 'isChanged' | 'children'
> &
  DialogFormProps<Values, Checked, Item>

/** A dialog that creates or edits something: it asks before it closes with unsaved changes. */
export function EditDialog<Values extends FieldValues, Checked, Item extends Stored>(
  props: EditDialogProps<Values, Checked, Item>,
) {
  return (
    <FormDialog {...props} isGuarded isChanged={props.edit.isChanged}>
      <DialogForm {...props} />
    </FormDialog>
  )
}
