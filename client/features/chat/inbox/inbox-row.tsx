import { Link } from 'wouter'
import { personName } from '#client/domain/person-name.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { ConversationSummary } from '../conversation-summary.tsx'

type InboxRowProps = {
  row: ChatConversation
  userId: string
  isOpened: boolean
  /** Whether Tab stops here. */
  isStop: boolean
  isTyping: boolean
  link: { href: string; state: unknown }
  onFocus: () => void
  onChoose: () => void
}

export function InboxRow({
  row,
  userId,
  isOpened,
  isStop,
  isTyping,
  link,
  onFocus,
  onChoose,
}: InboxRowProps) {
  const { assignedTo } = row
  return (
    <li>
      <Link
        {...link}
        data-conversation={row.id}
        tabIndex={isStop ? 0 : -1}
        aria-current={isOpened ? 'true' : undefined}
        onFocus={onFocus}
        onClick={onChoose}
        className={classNames(
          'flex items-center gap-3 px-4 py-2.5 focus-visible:-outline-offset-2',
          isOpened ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <ConversationSummary
          row={row}
          isTyping={isTyping}
          detail={
            assignedTo && (
              <span className="max-w-24 shrink-0 truncate">
                <span className="sr-only">, assigned to </span>
                {assignedTo.id === userId ? 'You' : personName(assignedTo)}
              </span>
            )
          }
        />
      </Link>
    </li>
  )
}

export function RowSkeletons() {
  return (
    <ul aria-hidden className="divide-y divide-line">
      {[1, 2, 3, 4, 5].map((row) => (
        <li key={row} className="flex h-19 items-center gap-3 px-4">
          <Skeleton className="size-8 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-full" />
          </span>
        </li>
      ))}
    </ul>
  )
}
