import { formatDate, formatDateTime, timeAgo } from '#client/lib/format.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'

/** A date in the reader's time zone, with the time on hover, or beside it where it is `exact`. */
export function Day({ at, exact = false }: { at: string; exact?: boolean }) {
  // The server does not know the zone.
  if (!useIsHydrated()) return '\u00a0'
  return (
    <time dateTime={at} title={formatDateTime(at)} className={exact ? 'whitespace-nowrap' : undefined}>
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

type LastSeenProps = {
  /** Null if never. */
  at: string | null
  /** They have the chat open. */
  isPresent?: boolean
  now: number
}

/** Whether a user is present, or when they were last seen: the same words everywhere. Who was seen a minute ago may be gone. */
export function LastSeen({ at, isPresent = false, now }: LastSeenProps) {
  if (isPresent) return 'In the portal now'
  if (!at) return 'Not signed in yet'
  return (
    <>
      Last seen <Ago at={at} now={now} />
    </>
  )
}
