import { formatDate, formatDateTime, formatTime, timeAgo } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Chat } from './use-chat.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** "9:00 AM", "Mon 9:00 AM", or the date of a day further ahead. */
export const replyTime = (replyBy: string, now: Date): string => {
  if (formatDate(replyBy) === formatDate(now)) return formatTime(replyBy)
  const moment = new Date(replyBy)
  if (moment.getTime() - now.getTime() > weekMs) return formatDate(moment)
  const weekday = moment.toLocaleDateString('en-US', { weekday: 'short' })
  return `${weekday} ${formatTime(moment)}`
}

/** Whether messages are sent now, and whether the other side is in the chat. */
export function ConnectionStatus({ chat: { state, isStaff } }: { chat: Chat }) {
  const { connected, presence } = state
  const now = useNow()
  const exactTime = presence?.replyBy ?? presence?.lastSeenAt
  return (
    <div className="flex flex-wrap gap-x-1 text-12 text-muted">
      <p role="status" className="flex shrink-0 items-center gap-1.5">
        <span
          aria-hidden
          className={classNames('size-1.5 rounded-full', connected ? 'bg-positive' : 'bg-caution')}
        />
        {connected ? 'Online now' : 'Connecting...'}
      </p>
      <p
        role="status"
        title={exactTime ? formatDateTime(exactTime) : undefined}
        className={classNames('min-w-0', presence?.replyBy ? 'w-full' : 'truncate')}
      >
        {presence && !presence.replyBy && <span aria-hidden>· </span>}
        {presence && presenceText(presence, isStaff, now)}
      </p>
    </div>
  )
}

type Presence = NonNullable<Chat['state']['presence']>

const presenceText = ({ present, replyBy, lastSeenAt }: Presence, isStaff: boolean, now: number) => {
  if (isStaff && present) return 'In the chat now'
  if (isStaff) return lastSeenAt ? `Last seen ${timeAgo(lastSeenAt, now)}` : 'Not in the chat now'
  if (present) return 'The team is here'
  return replyBy ? `We usually reply by ${replyTime(replyBy, new Date(now))}` : 'The team is away'
}
