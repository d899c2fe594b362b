import { Button } from '#client/ui/button.tsx'
import { MessageBubble } from './message-bubble.tsx'
import type { Outgoing } from './messages.ts'

type OutgoingMessageProps = { outgoing: Outgoing; connected: boolean; onRetry: () => void }

/** One's own, until it is stored. */
export function OutgoingMessage({
  outgoing: { message, file, failure },
  connected,
  onRetry,
}: OutgoingMessageProps) {
  return (
    <div className="grid grid-cols-1 gap-1 pl-10">
      <span className="sr-only">You:</span>
      <MessageBubble text={message || (file?.fileName ?? '')} isOwn />
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
