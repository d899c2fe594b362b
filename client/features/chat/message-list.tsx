import { formatDateTime } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { MessageContent } from './message-content.tsx'
import type { Outgoing, SeqRange } from './messages.ts'
import { type Entry, type EntryGroup, entriesOf, groupByDay } from './timeline.ts'
import { AutomaticReply, InternalNote, OutgoingMessage } from './timeline-entries.tsx'

interface Viewer {
  userId: string
  isStaff: boolean
  /** The name of the other side. */
  otherName: string
  /** By user id: staff see which of them has sent a message. */
  teamNames?: ReadonlyMap<string, string> | undefined
}

interface MessageListProps extends Viewer {
  messages: readonly ChatMessage[]
  notes: readonly ChatNote[]
  outgoing: readonly Outgoing[]
  unread: SeqRange | null
  /** Up to which message the other side has read. */
  seenSeq: number
  connected: boolean
  onRetry: (clientId: string) => void
}

/** The messages by day, then those on their way. */
export function MessageList({
  messages,
  notes,
  outgoing,
  unread,
  seenSeq,
  connected,
  onRetry,
  ...viewer
}: MessageListProps) {
  const { isStaff } = viewer
  const lastOwn = messages.findLast(({ isSupport, kind }) => isSupport === isStaff && kind === 'said')
  const receiptOf = ({ entries }: EntryGroup<Entry>) => {
    if (!lastOwn || !entries.some(({ message }) => message === lastOwn)) return null
    return seenSeq >= lastOwn.seq ? 'Seen' : 'Sent'
  }
  return (
    <>
      {groupByDay(entriesOf(messages, notes, unread, isStaff), new Date()).map(({ label, groups }) => (
        <section key={label} aria-label={label} className="grid grid-cols-1 gap-3">
          <p className="text-center text-12 text-muted">{label}</p>
          {groups.map((group) => (
            <Group key={group.entries[0]?.key} group={group} viewer={viewer} receipt={receiptOf(group)} />
          ))}
        </section>
      ))}
      {outgoing.map((each) => (
        <OutgoingMessage
          key={each.clientId}
          outgoing={each}
          connected={connected}
          onRetry={() => onRetry(each.clientId)}
        />
      ))}
    </>
  )
}

interface GroupProps {
  group: EntryGroup<Entry>
  viewer: Viewer
  receipt: string | null
}

function Group({ group, viewer, receipt }: GroupProps) {
  const { entries, time } = group
  const [first] = entries
  if (!first) return null
  const { message, note } = first
  return (
    <>
      {first.isFirstNew && <UnreadLine />}
      {note && <InternalNote note={note} isOwn={note.author?.id === viewer.userId} time={time} />}
      {message?.kind === 'away' && <AutomaticReply message={message} time={time} />}
      {message?.kind === 'said' && (
        <SentMessages first={message} group={group} viewer={viewer} receipt={receipt} />
      )}
    </>
  )
}

const senderName = (
  { senderId, isSupport }: ChatMessage,
  { userId, isStaff, otherName, teamNames }: Viewer,
) => {
  if (senderId === userId) return 'You'
  if (isSupport !== isStaff) return otherName
  return teamNames?.get(senderId ?? '') ?? 'Partner Team'
}

function SentMessages({ first, group, viewer, receipt }: GroupProps & { first: ChatMessage }) {
  const isOwnSide = first.isSupport === viewer.isStaff
  const isColleague = isOwnSide && first.senderId !== viewer.userId && viewer.teamNames !== undefined
  return (
    <div className={classNames('grid grid-cols-1 gap-1', isOwnSide ? 'pl-10' : 'pr-10')}>
      <span className={isColleague ? 'truncate text-right text-12 text-muted' : 'sr-only'}>
        {senderName(first, viewer)}
        <span className="sr-only">:</span>
      </span>
      {group.entries.map(
        ({ key, message }) => message && <MessageContent key={key} message={message} isOwn={isOwnSide} />,
      )}
      <p className={classNames('text-12 text-muted', isOwnSide && 'text-right')}>
        <time dateTime={first.createdAt} title={formatDateTime(first.createdAt)}>
          {group.time}
        </time>
        {receipt && <span> · {receipt}</span>}
      </p>
    </div>
  )
}

/** Separates what was read when the conversation was opened from what was not. */
function UnreadLine() {
  return (
    <p data-unread-line className="flex items-center gap-3 font-semibold text-12 text-accent">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      New
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </p>
  )
}
