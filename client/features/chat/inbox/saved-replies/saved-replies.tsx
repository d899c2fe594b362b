import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { pagesOf } from '#client/lib/query-client.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { AlertDialog, Dialog } from '#client/ui/dialog.tsx'
import { HistoryList } from '#client/ui/history-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { listSavedReplies, type SavedReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useDeleteReply } from './mutations.ts'
import { ReplyForm } from './reply-form.tsx'

type SavedRepliesProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The dialog in which staff add, edit and delete saved replies. */
export function SavedReplies({ open, onOpenChange }: SavedRepliesProps) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)
  return (
    <Dialog
      title="Saved replies"
      description="Shared with the whole team. Type / in an empty message to use one."
      size="wide"
      open={open}
      onOpenChange={onOpenChange}
    >
      <ReplyList onEdit={setEdited} />
      {edited && <ReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Dialog>
  )
}

function ReplyList({ onEdit }: { onEdit: (reply: SavedReply | 'new') => void }) {
  const [search, setSearch] = useState('')
  const replies = useInfiniteQuery({
    ...pagesOf(listSavedReplies, { query: { search } }),
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
        <Button variant="primary" onClick={() => onEdit('new')}>
          Add reply
        </Button>
      </div>
      <HistoryList
        what="saved replies"
        query={replies}
        rows={replies.data}
        emptyLine={search ? 'No matching replies' : 'No saved replies yet'}
        renderRow={(reply) => <ReplyItem key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />}
      />
    </div>
  )
}

function ReplyItem({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const itemRef = useRef<HTMLLIElement>(null)
  const deleting = useDeleteReply()

  const handleDelete = () => {
    const dialog = itemRef.current?.closest<HTMLElement>('[role=dialog]')
    // The item with the focused button is removed.
    deleting.mutate(reply.id, { onSuccess: () => dialog?.focus() })
  }

  return (
    <li ref={itemRef} className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="break-words text-15">{reply.title}</h3>
        <p className="line-clamp-3 whitespace-pre-wrap break-words text-13 text-muted">{reply.text}</p>
      </div>
      <span className="flex shrink-0 gap-0.5">
        <IconButton label={`Edit ${reply.title}`} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
        <AlertDialog
          trigger={
            <IconButton label={`Delete ${reply.title}`} pending={deleting.isPending}>
              {!deleting.isPending && <Trash2 aria-hidden className="size-4" />}
            </IconButton>
          }
          title={`Delete ${reply.title}?`}
          description="Your team can't use it any more. Messages already sent stay."
          confirmLabel="Delete"
          onConfirm={handleDelete}
        />
      </span>
    </li>
  )
}
