import { LastSeen } from '#client/domain/day.tsx'
import { useIsOffline } from '#client/lib/connection.ts'
import { formatDate, formatDateTime, formatTime } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Chat } from './use-chat.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Formats when a reply can be expected: "9:00 AM", "Mon 9:00 AM", or the date if it is more than a week ahead. */
export const replyTime = (replyBy: string, now: Date): string => {
  if (formatDate(replyBy) === formatDate(now)) return formatTime(replyBy)
  const moment = new Date(replyBy)
  if (moment.getTime() - now.getTime() > weekMs) return formatDate(moment)
  const weekday = moment.toLocaleDateString('en-US', { weekday: 'short' })
  return `${weekday} ${formatTime(moment)}`
}

/** Shows whether the chat is connected and the other side is there. Staff see their own state only while they are not connected. */
export function ConnectionStatus({ chat: { state, isStaff } }: { chat: Chat }) {
  const { connected, presence } = state
  const now = useNow()
  const isOffline = useIsOffline()
  const hidesOwn = isStaff && connected && presence
  return (
    <div className="flex flex-wrap gap-x-1 text-12 text-muted">
      {!hidesOwn && (
        <p role="status" className="flex shrink-0 items-center gap-1.5">
          <span
            aria-hidden
            className={classNames('size-1.5 rounded-full', connected ? 'bg-positive' : 'bg-caution')}
          />
          {connected ? 'Online now' : isOffline ? "You're offline" : 'Connecting...'}
        </p>
      )}
      <p role="status" className={classNames('min-w-0', presence?.replyBy ? 'w-full' : 'truncate')}>
        {presence && !presence.replyBy && !hidesOwn && <span aria-hidden>· </span>}
        {presence &&
          (isStaff ? (
            <LastSeen at={presence.lastSeenAt} isPresent={presence.present} now={now} />
          ) : (
            <TeamPresence {...presence} now={now} />
          ))}
      </p>
    </div>
  )
}

type Presence = NonNullable<Chat['state']['presence']>

function TeamPresence({ present, replyBy, now }: Presence & { now: number }) {
  if (present) return 'The team is here'
  if (!replyBy) return "We'll reply as soon as we can"
  return (
    <>
      We usually reply by{' '}
      <time dateTime={replyBy} title={formatDateTime(replyBy)}>
        {replyTime(replyBy, new Date(now))}
      </time>
    </>
  )
}
