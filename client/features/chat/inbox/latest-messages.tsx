import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { teamName } from '#contract/chat/connection.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { addressOf } from '#contract/screens.ts'
import { MessageContent } from '../message-content.tsx'

const shownMessages = '20'

/** Returns how many messages of a partner are unread; none without a conversation. */
export const useUnreadOf = (id: string | null) => {
  const params = { conversationId: id ?? '' }
  const read = readOf('/api/chat/conversations/:conversationId', { params })
  return useQuery({ ...read, enabled: id !== null }).data?.unread ?? 0
}

/** The last messages of a conversation, read-only; staff reply in the inbox. */
export function LatestMessages({ conversationId }: { conversationId: string }) {
  const query = { limit: shownMessages }
  const messages = useQuery(
    readOf('/api/chat/conversations/:conversationId/messages', { params: { conversationId }, query }),
  )
  const { data: team = [] } = useTeam()

  const nameOf = ({ isSupport, senderId, ...message }: ChatMessage) => {
    if (!isSupport) return message.sender?.name
    const sender = team.find(({ id }) => id === senderId)
    return sender ? personName(sender) : teamName
  }

  const openInInbox = (
    <Button asChild>
      <Link href={addressOf.conversation(conversationId)}>
        <MessagesSquare aria-hidden className="size-4" />
        Open in Inbox
      </Link>
    </Button>
  )
  return (
    <QueryState
      query={messages}
      failure={{ title: 'The messages could not be loaded' }}
      empty={{
        when: ({ length }) => length === 0,
        show: <EmptyState icon={MessagesSquare} line="No messages yet" action={openInInbox} />,
      }}
    >
      {(rows) => (
        <div className="mx-auto grid max-w-180 grid-cols-1 gap-4">
          <ul aria-label="Last messages" className="grid grid-cols-1 gap-3">
            {rows.toReversed().map((message) => (
              <li
                key={message.id}
                className={classNames('grid grid-cols-1 gap-1', message.isSupport ? 'pl-10' : 'pr-10')}
              >
                <p className={classNames('text-12 text-muted', message.isSupport && 'text-right')}>
                  {nameOf(message)} · <Day at={message.createdAt} exact />
                </p>
                <MessageContent message={message} isOwn={message.isSupport} />
              </li>
            ))}
          </ul>
          <p className="flex justify-center">{openInInbox}</p>
        </div>
      )}
    </QueryState>
  )
}
