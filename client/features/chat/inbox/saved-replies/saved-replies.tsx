import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError, call } from '#client/lib/api.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { question } from '#client/ui/question.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { placeholderList } from '#contract/chat/reply-placeholders.ts'
import { type SavedReply, SaveReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/limits.ts'

/** The dialog in which staff add, edit and delete saved replies. */
export function SavedReplies(opening: DialogOpening) {
  return (
    <Dialog
      {...opening}
      title="Saved replies"
      description="Shared with the whole team. Type / in an empty message to use one."
      size="wide"
    >
      <SavedReplyList />
    </Dialog>
  )
}

/** All saved replies, with the controls to add, edit and delete them. */
export function SavedReplyList() {
  const [search, setSearch] = useState('')
  const replies = useInfiniteQuery({
    ...pagesOf('/api/saved-replies', { query: { search } }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  })
  return (
    <div className="grid min-h-72 grid-cols-1 content-start gap-4">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label="Search saved replies"
          placeholder="Search by title or text"
          maxLength={limits.name}
          value={search}
          onSearch={setSearch}
          className="min-w-48 flex-1"
        />
        <Button variant="primary" opens={(opening) => <ReplyForm {...opening} reply={null} />}>
          Add reply
        </Button>
      </div>
      <PagedList
        what="saved replies"
        query={replies}
        rows={replies.data}
        emptyLine={search ? 'No matching replies' : 'No saved replies yet'}
        renderRow={(reply) => <ReplyItem key={reply.id} reply={reply} />}
      />
    </div>
  )
}

function ReplyItem({ reply }: { reply: SavedReply }) {
  const itemRef = useRef<HTMLLIElement>(null)
  const deleting = useEndpointMutation(deleteReply, {
    success: 'Reply deleted',
    failure: 'The reply could not be deleted. Check your connection and try again.',
    serverMessages: 'all',
    invalidates: ['/api/saved-replies'],
  })

  const handleDelete = () => {
    const around = itemRef.current?.closest<HTMLElement>('[tabindex="-1"]')
    // The focused button is removed together with its item.
    deleting.mutate(reply.id, { onSuccess: () => around?.focus() })
  }

  return (
    <li ref={itemRef} className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="break-words text-15">{reply.title}</h3>
        <p className="line-clamp-3 whitespace-pre-wrap break-words text-13 text-muted">{reply.text}</p>
      </div>
      <span className="flex shrink-0 gap-0.5">
        <IconButton
          icon={Pencil}
          label={`Edit ${reply.title}`}
          opens={(opening) => <ReplyForm {...opening} reply={reply} />}
        />
        <IconButton
          icon={Trash2}
          label={`Delete ${reply.title}`}
          pending={deleting.isPending}
          opens={question({
            title: `Delete ${reply.title}?`,
            description: 'Your team can no longer use it. Sent messages stay.',
            confirmLabel: 'Delete',
            onConfirm: handleDelete,
          })}
        />
      </span>
    </li>
  )
}

type ReplyFormProps = DialogOpening & {
  /** The reply to edit; null to add one. */
  reply: SavedReply | null
}

/** Adds or edits a saved reply. */
function ReplyForm({ reply, ...opening }: ReplyFormProps) {
  const saving = useEndpointMutation(
    ({ record, body }: { record: SavedReply | null; body: SaveReply }) =>
      record
        ? call('PUT /api/saved-replies/:id', {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call('POST /api/saved-replies', { body }),
    {
      success: 'Reply saved',
      failure: 'The reply could not be saved. Check your connection and try again.',
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: ['/api/saved-replies'],
      awaitsReads: true,
    },
  )
  const edit = useEditForm({
    schema: SaveReply,
    record: reply,
    valuesOf: (record) => ({ title: record?.title ?? '', text: record?.text ?? '' }),
    save: (body, record) => saving.mutateAsync({ record, body }),
    reload: async ({ id }) => (await call('GET /api/saved-replies', {})).find((each) => each.id === id),
  })
  return (
    <EditDialog
      {...opening}
      title={reply ? 'Edit reply' : 'Add reply'}
      edit={edit}
      what="This reply"
      submitLabel="Save"
      pendingLabel="Saving..."
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

/** Deletes a reply. It also resolves if someone else has deleted the reply meanwhile. */
const deleteReply = (id: string) =>
  call('DELETE /api/saved-replies/:id', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })
