import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { placeholderList } from '#contract/chat/reply-placeholders.ts'
import { listSavedReplies, type SavedReply, SaveReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useSaveReply } from './mutations.ts'

type ReplyFormProps = {
  /** Null for a new one. */
  reply: SavedReply | null
  onClose: () => void
}

/** Adds or edits a saved reply. */
export function ReplyForm({ reply, onClose }: ReplyFormProps) {
  const saving = useSaveReply()
  const edit = useEditForm({
    schema: SaveReply,
    record: reply,
    valuesOf: (record) => ({ title: record?.title ?? '', text: record?.text ?? '' }),
    save: async (body, record) => {
      await saving.mutateAsync({ reply: record, body })
      onClose()
    },
    reload: async ({ id }) => (await call(listSavedReplies, {})).find((each) => each.id === id),
  })
  const { register, formState } = edit.form
  const { title, text } = formState.errors

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      isGuarded={formState.isDirty || saving.isPending}
      isChanged={edit.isChanged}
      title={reply ? 'Edit reply' : 'Add reply'}
    >
      <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-4">
        <EditConflict edit={edit} what="This reply" />
        <Field label="Title" required error={title?.message}>
          <TextInput autoComplete="off" maxLength={limits.name} {...register('title')} />
        </Field>
        <Field
          label="Text"
          required
          hint={`Available placeholders: ${placeholderList}`}
          error={text?.message}
        >
          <TextArea rows={6} maxLength={limits.message} className="max-h-72" {...register('text')} />
        </Field>
        <SubmitFooter isPending={saving.isPending} label={saving.isPending ? 'Saving...' : 'Save'} />
      </form>
    </FormDialog>
  )
}
