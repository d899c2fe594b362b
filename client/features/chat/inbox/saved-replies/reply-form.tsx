import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
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
  return (
    <EditDialog
      open
      onOpenChange={onClose}
      title={reply ? 'Edit reply' : 'Add reply'}
      edit={edit}
      what="This reply"
      submitLabel={saving.isPending ? 'Saving...' : 'Save'}
      isPending={saving.isPending}
    >
      <FormInput name="title" label="Title" required autoComplete="off" maxLength={limits.name} />
      <FormTextArea
        name="text"
        label="Text"
        required
        hint={`Available placeholders: ${placeholderList}`}
        maxLength={limits.message}
      />
    </EditDialog>
  )
}
