import type { ReactNode } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { formatDate, formatDateTime, formatTime, initials } from '#client/lib/format.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'

/** The time of today's messages, the date of others. */
const shortTime = (moment: string) => {
  const date = formatDate(moment)
  return date === formatDate(Date.now()) ? formatTime(moment) : date
}

type ConversationSummaryProps = {
  row: ChatConversation
  isTyping?: boolean
  /** Beside the business. */
  detail?: ReactNode
}

/** A conversation in a list: the partner, the last message and the unread count. */
export function ConversationSummary({ row, isTyping = false, detail }: ConversationSummaryProps) {
  const { lastMessage, unread, businessName, present } = row
  return (
    <>
      <span className="relative">
        <Avatar initials={initials(row)} />
        {present && (
          <span
            aria-hidden
            title="In the chat now"
            className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-raised bg-positive"
          />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={unread ? 'truncate font-semibold' : 'truncate font-medium'}>
            {personName(row)}
          </span>
          {present && <span className="sr-only">, in the chat now</span>}
          <time
            dateTime={lastMessage.createdAt}
            title={formatDateTime(lastMessage.createdAt)}
            className="ml-auto shrink-0 text-12 text-muted"
          >
            {shortTime(lastMessage.createdAt)}
          </time>
        </span>
        {(businessName || detail) && (
          <span className="flex items-baseline gap-2 text-12 text-muted">
            <span className="min-w-0 flex-1 truncate">{businessName}</span>
            {detail}
          </span>
        )}
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-13 text-muted">
            {isTyping ? (
              <span className="text-accent">Typing...</span>
            ) : (
              <>
                {lastMessage.isSupport && 'Team: '}
                {lastMessage.message}
              </>
            )}
          </span>
          {unread > 0 && (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-12 text-on-accent">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
      </span>
    </>
  )
}
