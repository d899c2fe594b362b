import { formatDate, formatDateTime, timeAgo } from '#client/lib/format.ts'

/** A date in the reader's time zone, with the time on hover, or beside it where it is `exact`. */
export function Day({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {exact ? formatDateTime(at) : formatDate(at)}
    </time>
  )
}

/** How long ago something was, with the exact time on hover. */
export function Ago({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {timeAgo(at, now)}
    </time>
  )
}
