import { formatDate, formatDateTime, formatTime } from '#client/lib/format.ts'
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
export function ConnectionStatus({ chat }: { chat: Chat }) {
  const { connected, present, replyBy } = chat.state
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
        title={replyBy ? formatDateTime(replyBy) : undefined}
        className={classNames('min-w-0', replyBy ? 'w-full' : 'truncate')}
      >
        {present !== null && !replyBy && <span aria-hidden>· </span>}
        {present !== null && presenceText(present, replyBy, chat.isStaff)}
      </p>
    </div>
  )
}

const presenceText = (present: boolean, replyBy: string | null, isStaff: boolean) => {
  if (isStaff) return present ? 'In the chat now' : 'Not in the chat now'
  if (present) return 'The team is here'
  return replyBy ? `We usually reply by ${replyTime(replyBy, new Date())}` : 'The team is away'
}
