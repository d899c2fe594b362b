import Lock from 'lucide-react/icons/lock'
import { personName } from '#client/domain/person-name.ts'
import { formatDateTime } from '#client/lib/format.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { LinkedText } from './linked-text.tsx'

type NoteBoxProps = { note: ChatNote; isOwn: boolean; time: string }

/** What staff have noted for each other: of another look than all that a partner reads. */
export function NoteBox({ note: { note, author, createdAt }, isOwn, time }: NoteBoxProps) {
  return (
    <div className="rounded-control border-caution border-l-4 bg-caution-soft px-3 py-2 text-13">
      <p className="flex items-center gap-1.5 font-medium text-12 text-caution">
        <Lock aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">Note by {isOwn ? 'you' : personName(author)}</span>
        <span className="sr-only">. Only the team sees this:</span>
        <time dateTime={createdAt} title={formatDateTime(createdAt)} className="ml-auto shrink-0 font-normal">
          {time}
        </time>
      </p>
      <p className="mt-1 whitespace-pre-wrap break-words text-15">
        <LinkedText text={note} />
      </p>
    </div>
  )
}
