import Clock from 'lucide-react/icons/clock'
import Lock from 'lucide-react/icons/lock'
import { personName } from '#client/domain/person-name.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { LinkedText, TextBubble } from './message-content.tsx'
import type { Outgoing } from './messages.ts'

export function AutomaticReply({
  message: { message, createdAt },
  time,
}: {
  message: ChatMessage
  time: string
}) {
  return (
    <div className="flex gap-2.5 rounded-card border border-line px-3 py-2 text-13">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <span className="sr-only">Partner Team:</span>
        <p className="break-words">{message}</p>
        <p className="mt-0.5 text-12 text-muted">
          Automatic reply ·{' '}
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {time}
          </time>
        </p>
      </div>
    </div>
  )
}

type InternalNoteProps = { note: ChatNote; isOwn: boolean; time: string }

/** Looks unlike every message, since partners never see it. */
export function InternalNote({ note: { note, author, createdAt }, isOwn, time }: InternalNoteProps) {
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

type OutgoingMessageProps = { outgoing: Outgoing; connected: boolean; onRetry: () => void }

/** A message that is not stored yet. */
export function OutgoingMessage({
  outgoing: { message, file, failure },
  connected,
  onRetry,
}: OutgoingMessageProps) {
  return (
    <div className="grid grid-cols-1 gap-1 pl-10">
      <span className="sr-only">You:</span>
      <TextBubble text={message || (file?.fileName ?? '')} isOwn />
      {failure === null ? (
        <p className="text-right text-12 text-muted">Sending</p>
      ) : (
        <p className="flex items-center justify-end gap-2 text-12 text-danger">
          {failure}
          <Button size="small" disabled={!connected} onClick={onRetry}>
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
