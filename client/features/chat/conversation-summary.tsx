import { personName } from '#client/domain/person-name.ts'
import { formatDate, formatDateTime, formatTime, initials } from '#client/lib/format.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { Chat } from './use-chat.ts'

/** The time of today's messages, the date of others. */
const shortTime = (moment: string) => {
  const date = formatDate(moment)
  return date === formatDate(Date.now()) ? formatTime(moment) : date
}

/** A conversation in a list: the partner, the assignee, the last message and the unread count. */
export function ConversationSummary({ row, chat }: { row: ChatConversation; chat: Chat }) {
  const { lastMessage, unread, businessName, present, assignedTo } = row
  const isTyping = chat.state.typingUsers.some((each) => each.conversationId === row.id && !each.isSupport)
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
        {(businessName || assignedTo) && (
          <span className="flex items-baseline gap-2 text-12 text-muted">
            <span className="min-w-0 flex-1 truncate">{businessName}</span>
            {assignedTo && (
              <span className="max-w-24 shrink-0 truncate">
                <span className="sr-only">, assigned to </span>
                {assignedTo.id === chat.user.id ? 'You' : personName(assignedTo)}
              </span>
            )}
          </span>
        )}
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-13 text-muted">
            {isTyping ? (
              <span className="text-accent">Typing...</span>
            ) : (
              `${lastMessage.isSupport ? 'Team: ' : ''}${lastMessage.message}`
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
