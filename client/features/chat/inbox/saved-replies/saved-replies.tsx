import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import { useState } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SavedReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useSavedReplies } from './read-replies.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReplyItem } from './reply-item.tsx'

type SavedRepliesProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** What the team answers often: adding, editing and deleting. */
export function SavedReplies({ open, onOpenChange }: SavedRepliesProps) {
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)
  return (
    <Dialog
      title="Saved replies"
      description="Shared by the whole team. Type / at the beginning of an answer to use one."
      size="wide"
      open={open}
      onOpenChange={onOpenChange}
    >
      <List onEdit={setEdited} />
      {edited && <ReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Dialog>
  )
}

function List({ onEdit }: { onEdit: (reply: SavedReply | 'new') => void }) {
  const [search, setSearch] = useState('')
  const { list, rows } = useSavedReplies(search)
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
      {!rows && list.isError ? (
        <Alert title="The saved replies cannot be loaded" onRetry={() => list.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={MessageSquareQuote}
          line={search ? 'No saved reply matches' : 'What the team answers often comes here'}
        />
      ) : (
        <ul aria-label="Saved replies" aria-busy={!rows} className="divide-y divide-line">
          {rows?.map((reply) => <ReplyItem key={reply.id} reply={reply} onEdit={() => onEdit(reply)} />) ??
            [1, 2, 3].map((row) => (
              <li key={row} className="grid gap-2 py-3">
                <Skeleton className="h-4 w-40" />
                <Skeleton className="h-3 w-full" />
              </li>
            ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()} className="mx-auto">
          Show more
        </Button>
      )}
    </div>
  )
}
