import Clock from 'lucide-react/icons/clock'
import { formatDateTime } from '#client/lib/format.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'

/** What the portal says for the team while nobody is there. */
export function AwayLine({ message, time }: { message: ChatMessage; time: string }) {
  return (
    <div className="flex gap-2.5 rounded-card border border-line px-3 py-2 text-13">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <span className="sr-only">Partner Team:</span>
        <p className="break-words">{message.message}</p>
        <p className="mt-0.5 text-12 text-muted">
          Automatic reply ·{' '}
          <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
            {time}
          </time>
        </p>
      </div>
    </div>
  )
}
