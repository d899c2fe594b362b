import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, call } from '#client/lib/api.ts'
import { queryClient, readOf } from '#client/lib/query-client.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SubmitFooter } from '#client/ui/submit-footer.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { placeholderList } from '#contract/chat/reply-placeholders.ts'
import {
  createSavedReply,
  listSavedReplies,
  type SavedReply,
  SaveReply,
  updateSavedReply,
} from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useRefreshReplies } from './read-replies.ts'

type ReplyFormProps = {
  /** Null for a new one. */
  reply: SavedReply | null
  onClose: () => void
}

/** Adds or edits a saved reply. */
export function ReplyForm({ reply, onClose }: ReplyFormProps) {
  const [seen, setSeen] = useState(reply)
  const [conflict, setConflict] = useState<string>()
  const refresh = useRefreshReplies()
  const form = useForm<SaveReply>({
    defaultValues: { title: reply?.title ?? '', text: reply?.text ?? '' },
    resolver: standardSchemaResolver(SaveReply),
  })
  const { errors, isDirty } = form.formState

  const saving = useMutation({
    mutationFn: (body: SaveReply) =>
      seen
        ? call(updateSavedReply, { params: { id: seen.id }, body: { ...body, updatedAt: seen.updatedAt } })
        : call(createSavedReply, { body }),
    onSuccess: async () => {
      toast({ title: 'Saved reply saved', tone: 'positive' })
      await refresh()
      onClose()
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [name, message] of refused)
        form.setError(name as keyof SaveReply, { message }, { shouldFocus: true })
      if (refused.length > 0) return
      if (error instanceof ApiError && error.status === 409) setConflict(error.said)
      else showRefusal(error, 'The reply could not be saved. Check your connection and try again.')
    },
  })

  const loadPresent = async () => {
    const all = await queryClient.fetchQuery({ ...readOf(listSavedReplies), staleTime: 0 }).catch(() => null)
    const present = all?.find(({ id }) => id === seen?.id)
    if (!present) return
    setSeen(present)
    setConflict(undefined)
    form.reset({ title: present.title, text: present.text })
  }

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isDirty || saving.isPending}
      isChanged={() => isDirty}
      title={reply ? 'Edit reply' : 'Add reply'}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => {
          if (!saving.isPending) saving.mutate(values)
        })}
        className="grid grid-cols-1 gap-4"
      >
        {conflict && <EditConflict words={conflict} onLoad={loadPresent} />}
        <Field label="Title" required error={errors.title?.message}>
          <TextInput autoComplete="off" maxLength={limits.name} {...form.register('title')} />
        </Field>
        <Field
          label="Text"
          required
          hint={`Filled in when it is used: ${placeholderList}`}
          error={errors.text?.message}
        >
          <TextArea rows={6} maxLength={limits.message} className="max-h-72" {...form.register('text')} />
        </Field>
        <SubmitFooter isPending={saving.isPending} words={saving.isPending ? 'Saving...' : 'Save'} />
      </form>
    </FormDialog>
  )
}
