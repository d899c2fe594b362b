import { Fragment } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { teamName } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { MessageContent } from './message-content.tsx'
import type { Outgoing } from './messages.ts'
import { entriesOf, groupByDay } from './timeline.ts'
import { AutomaticReply, InternalNote, OutgoingMessage, Time, UnreadLine } from './timeline-entries.tsx'
import type { Chat } from './use-chat.ts'

interface Names {
  /** The name of the other side. */
  otherName: string
  /** By user id: staff see which of them has sent a message. */
  teamNames?: ReadonlyMap<string, string> | undefined
}

interface MessageListProps extends Names {
  chat: Chat
  /** Of this conversation. */
  outgoing: readonly Outgoing[]
  notes: readonly ChatNote[]
}

/** The messages by day, then those on their way. */
export function MessageList({ chat, outgoing, notes, ...names }: MessageListProps) {
  const { messages, unreadRange } = chat.state
  const days = groupByDay(entriesOf(messages, notes, unreadRange, chat.isStaff), new Date())
  return (
    <>
      {days.map(({ label, groups }) => (
        <section key={label} aria-label={label} className="grid grid-cols-1 gap-3">
          <p className="text-center text-12 text-muted">{label}</p>
          {groups.map(([{ key, isFirstNew, note, message }, ...others]) => (
            <Fragment key={key}>
              {isFirstNew && <UnreadLine />}
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
function SentMessages({ chat, first, others, otherName, teamNames }: SentMessagesProps) {
  const { state, user, isStaff } = chat
  const sent = [first, ...others]
  const isOwnSide = first.isSupport === isStaff
  const isOwn = first.senderId === user.id
  const sideName = isOwnSide ? (teamNames?.get(first.senderId ?? '') ?? teamName) : otherName
  const lastOwn = state.messages.findLast(({ isSupport, kind }) => isSupport === isStaff && kind === 'said')
  const seenSeq = isStaff ? state.partnerSeq : state.staffSeq
  return (
    <div className={classNames('grid grid-cols-1 gap-1', isOwnSide ? 'pl-10' : 'pr-10')}>
      <span
        className={isOwnSide && !isOwn && teamNames ? 'truncate text-right text-12 text-muted' : 'sr-only'}
      >
        {isOwn ? 'You' : sideName}
        <span className="sr-only">:</span>
      </span>
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
