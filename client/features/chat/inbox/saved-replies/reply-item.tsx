import { useMutation } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { ApiError, call } from '#client/lib/api.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { deleteSavedReply, type SavedReply } from '#contract/chat/saved-replies.ts'
import { useRefreshReplies } from './read-replies.ts'

export function ReplyItem({ reply, onEdit }: { reply: SavedReply; onEdit: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const place = useRef<HTMLLIElement>(null)
  const refresh = useRefreshReplies()
  const deleting = useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { id: reply.id } }),
    onSuccess: async () => {
      toast({ title: 'Saved reply deleted', tone: 'positive' })
      // The row goes away with what has the focus in it.
      place.current?.closest<HTMLElement>('[role=dialog]')?.focus()
      await refresh()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 404) return refresh()
      showRefusal(error, 'The saved reply could not be deleted. Check your connection and try again.')
    },
  })
  return (
    <li ref={place} className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="break-words text-15">{reply.title}</h3>
        <p className="line-clamp-3 whitespace-pre-wrap break-words text-13 text-muted">{reply.text}</p>
      </div>
      <span className="flex shrink-0 gap-0.5">
        <IconButton label={`Edit ${reply.title}`} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={`Delete ${reply.title}`}
          pending={deleting.isPending}
          onClick={() => setAsking(true)}
        >
          {!deleting.isPending && <Trash2 aria-hidden className="size-4" />}
        </IconButton>
      </span>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${reply.title}?`}
        description="The whole team can no longer use it. What was sent with it stays as it is."
        confirmLabel="Delete"
        onConfirm={() => deleting.mutate()}
      />
    </li>
  )
}
