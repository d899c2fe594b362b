import { formatDateTime } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { ChatNote } from '#contract/chat/notes.ts'
import { AwayLine } from './away-line.tsx'
import { type Entry, entriesOf } from './entries.ts'
import { groupMessages, type MessageGroup } from './message-groups.ts'
import type { Outgoing, SeqRange } from './messages.ts'
import { NoteBox } from './note-box.tsx'
import { OutgoingMessage } from './outgoing-message.tsx'
import { SaidMessage } from './said-message.tsx'

interface Side {
  userId: string
  isStaff: boolean
  /** How the other side is called. */
  otherName: string
  /** Names of the team, where its members see who of them has said what. */
  teamNames?: ReadonlyMap<string, string> | undefined
}

interface MessageListProps extends Side {
  messages: readonly ChatMessage[]
  /** Staff's own, between the messages. */
  notes?: readonly ChatNote[]
  outgoing: readonly Outgoing[]
  unread: SeqRange | null
  /** Up to which message the other side has read. */
  seenSeq: number
  connected: boolean
  onRetry: (clientId: string) => void
}

/** What was said, by days, and what is on its way. */
export function MessageList({
  messages,
  notes = [],
  outgoing,
  unread,
  seenSeq,
  connected,
  onRetry,
  ...side
}: MessageListProps) {
  const { isStaff } = side
  const lastOwn = messages.findLast(({ isSupport, kind }) => isSupport === isStaff && kind === 'said')
  const entries = entriesOf(messages, notes, unread, isStaff)
  return (
    <>
      {groupMessages(entries, new Date()).map(({ label, groups }) => (
        <section key={label} aria-label={label} className="grid grid-cols-1 gap-3">
          <p className="text-center text-12 text-muted">{label}</p>
          {groups.map((group) => (
            <Group
              key={group.messages[0]?.key}
              group={group}
              side={side}
              outcome={
                lastOwn && group.messages.some(({ message }) => message === lastOwn)
                  ? seenSeq >= lastOwn.seq
                    ? 'Seen'
                    : 'Sent'
                  : null
              }
            />
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

/** Who has said it: what a screen reader hears before it. */
const speakerOf = ({ senderId, isSupport }: ChatMessage, { userId, isStaff, otherName, teamNames }: Side) => {
  if (senderId === userId) return 'You'
  if (isSupport !== isStaff) return otherName
  return teamNames?.get(senderId ?? '') ?? 'Partner Team'
}

interface GroupProps {
  group: MessageGroup<Entry>
  side: Side
  outcome: string | null
}

function Group({ group: { messages: entries, time }, side, outcome }: GroupProps) {
  const [first] = entries
  if (!first) return null
  const { message } = first
  const content = message ? (
    message.kind === 'away' ? (
      <AwayLine message={message} time={time} />
    ) : (
      <Said first={message} entries={entries} time={time} side={side} outcome={outcome} />
    )
  ) : (
    <NoteBox note={first.note} isOwn={first.note.author?.id === side.userId} time={time} />
  )
  return (
    <>
      {first.isFirstNew && <UnreadLine />}
      {content}
    </>
  )
}

type SaidProps = { first: ChatMessage; entries: Entry[]; time: string; side: Side; outcome: string | null }

/** What one person has said within a minute. */
function Said({ first, entries, time, side, outcome }: SaidProps) {
  const isOwnSide = first.isSupport === side.isStaff
  const speaker = speakerOf(first, side)
  const isColleague = isOwnSide && first.senderId !== side.userId && side.teamNames !== undefined
  return (
    <div className={classNames('grid grid-cols-1 gap-1', isOwnSide ? 'pl-10' : 'pr-10')}>
      <span className={isColleague ? 'truncate text-right text-12 text-muted' : 'sr-only'}>
        {speaker}
        <span className="sr-only">:</span>
      </span>
      {entries.map(
        ({ key, message }) => message && <SaidMessage key={key} message={message} isOwn={isOwnSide} />,
      )}
      <p className={classNames('text-12 text-muted', isOwnSide && 'text-right')}>
        <time dateTime={first.createdAt} title={formatDateTime(first.createdAt)}>
          {time}
        </time>
        {outcome && <span> · {outcome}</span>}
      </p>
    </div>
  )
}

/** Above it all was read when the conversation was opened. */
function UnreadLine() {
  return (
    <p data-unread-line className="flex items-center gap-3 font-semibold text-12 text-accent">
      <span aria-hidden className="h-px flex-1 bg-accent" />
      New
      <span aria-hidden className="h-px flex-1 bg-accent" />
    </p>
  )
}
