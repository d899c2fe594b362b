import { Clock, Lock } from 'lucide-react'
import { Fragment } from 'react'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { initials, personName, splitName } from '#client/domain/person-name.ts'
import { formatDateTime, formatTime } from '#client/lib/format.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { teamName } from '#contract/chat/connection.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { MessageContent, TextBubble } from './message-content.tsx'
import type { Outgoing } from './messages.ts'
import { entriesOf, groupByDay } from './timeline.ts'
import type { Chat } from './use-chat.ts'

interface Names {
  /** For staff: the user whose name the conversation has. Messages of other people of the partner are shown with names. */
  ownerId?: string | undefined
  /** The names of staff by user id, with which staff see who of them has sent a message. */
  teamNames?: ReadonlyMap<string, string> | undefined
}

interface MessageListProps extends Names {
  chat: Chat
  /** The unsent messages of this conversation. */
  outgoing: readonly Outgoing[]
  notes: readonly ChatNote[]
}

/** The messages by day, followed by the unsent messages. */
export function MessageList({ chat, outgoing, notes, ...names }: MessageListProps) {
  const { messages, unreadRange } = chat.state
  const reader = { userId: chat.user.id, isStaff: chat.isStaff }
  const days = groupByDay(entriesOf(messages, notes, unreadRange, reader), new Date())
  return (
    <>
      {days.map(({ label, groups }) => (
        <section key={label} aria-label={label} className="grid grid-cols-1 gap-3">
          <p className="text-center text-12 text-muted">{label}</p>
          {groups.map(([{ key, isFirstNew, note, message }, ...others]) => (
            <Fragment key={key}>
              {isFirstNew && (
                <p data-unread-line className={unreadLineClassName}>
                  New
                </p>
              )}
              {note && <InternalNote note={note} isOwn={note.author?.id === chat.user.id} />}
              {message?.kind === 'away' && <AutomaticReply message={message} />}
              {message?.kind === 'said' && (
                <SentMessages
                  first={message}
                  others={others.flatMap((entry) => entry.message ?? [])}
                  chat={chat}
                  {...names}
                />
              )}
            </Fragment>
          ))}
        </section>
      ))}
      {outgoing.map((each) => (
        <OutgoingMessage key={each.clientId} outgoing={each} chat={chat} />
      ))}
    </>
  )
}

type SentMessagesProps = Names & { chat: Chat; first: ChatMessage; others: ChatMessage[] }

/** The messages that one sender has sent within a minute. */
function SentMessages({ chat, first, others, ownerId, teamNames }: SentMessagesProps) {
  const { state, user, isStaff } = chat
  const sent = [first, ...others]
  const isOwnSide = first.isSupport === isStaff
  const isOwn = first.senderId === user.id
  const name = first.isSupport ? (teamNames?.get(first.senderId ?? '') ?? teamName) : first.sender?.name
  const isOfSeveral = state.messages.some(({ isSupport, senderId }) => !isSupport && senderId !== ownerId)
  const isNamed = isOwnSide ? !isOwn && (teamNames !== undefined || !isStaff) : isStaff && isOfSeveral
  const lastOwn = state.messages.findLast(({ isSupport, kind }) => isSupport === isStaff && kind === 'said')
  const seenSeq = isStaff ? state.partnerSeq : state.staffSeq
  return (
    <div className={classNames('grid grid-cols-1 gap-1', isOwnSide ? 'pl-10' : 'pr-10')}>
      <div
        className={
          isNamed
            ? classNames('flex min-w-0 items-center gap-2 text-12 text-muted', isOwnSide && 'justify-end')
            : 'sr-only'
        }
      >
        {isNamed && first.sender && (
          <Avatar src={first.sender.profileImageUrl} initials={initials(splitName(first.sender.name))} />
        )}
        <span className="min-w-0 truncate">{isOwn ? 'You' : name}</span>
        <span className="sr-only">:</span>
      </div>
      {sent.map((message) => (
        <MessageContent key={message.seq} message={message} isOwn={isOwnSide} />
      ))}
      <p className={classNames('text-12 text-muted', isOwnSide && 'text-right')}>
        <Time at={first.createdAt} />
        {lastOwn && sent.includes(lastOwn) && <span> · {seenSeq >= lastOwn.seq ? 'Seen' : 'Sent'}</span>}
      </p>
    </div>
  )
}

/** Hour and minute, with the date on hover. */
function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatTime(at)}
    </time>
  )
}

/** The line between the messages that were read when the conversation was opened and those that were not. */
const unreadLineClassName =
  'flex items-center gap-3 font-semibold text-12 text-accent before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent'

function AutomaticReply({ message: { message, createdAt } }: { message: ChatMessage }) {
  return (
    <div className="flex gap-2.5 rounded-card border border-line px-3 py-2 text-13">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <span className="sr-only">{teamName}:</span>
        <p className="break-words">{message}</p>
        <p className="mt-0.5 text-12 text-muted">
          Automatic reply · <Time at={createdAt} />
        </p>
      </div>
    </div>
  )
}

/** An internal note. It looks unlike any message, since partners never see it. */
function InternalNote({ note, isOwn }: { note: ChatNote; isOwn: boolean }) {
  return (
    <div className="rounded-control border-caution border-l-4 bg-caution-soft px-3 py-2 text-13">
      <p className="flex items-center gap-1.5 font-medium text-12 text-caution">
        <Lock aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">{`Note by ${isOwn ? 'you' : personName(note.author)}`}</span>
        <span className="sr-only">. Only the team sees this:</span>
        <Time at={note.createdAt} className="ml-auto shrink-0 font-normal" />
      </p>
      <p className="mt-1 whitespace-pre-wrap break-words text-15">
        <LinkedText text={note.note} />
      </p>
    </div>
  )
}

/** A message that is not stored yet. */
function OutgoingMessage({ outgoing, chat }: { outgoing: Outgoing; chat: Chat }) {
  const { clientId, message, file, failure } = outgoing
  return (
    <div className="grid grid-cols-1 gap-1 pl-10">
      <span className="sr-only">You:</span>
      <TextBubble text={message || (file?.fileName ?? '')} isOwn />
      {failure === null ? (
        <p className="text-right text-12 text-muted">
          {chat.state.connected ? 'Sending' : 'Waiting for a connection'}
        </p>
      ) : (
        <p className="flex items-center justify-end gap-2 text-12 text-danger">
          {failure}
          <Button size="small" disabled={!chat.state.connected} onClick={() => chat.retry(clientId)}>
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
