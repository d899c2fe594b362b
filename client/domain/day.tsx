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

// The time is stored to the minute.
const inPortalMs = 120_000

type LastSeenProps = {
  /** Null if never. */
  at: string | null
  /** They have the chat open. */
  isPresent?: boolean
  now: number
}

/** Whether a user is in the portal, or when they last were: the same words everywhere. */
export function LastSeen({ at, isPresent = false, now }: LastSeenProps) {
  if (isPresent || (at && now - Date.parse(at) < inPortalMs)) return 'In the portal now'
  if (!at) return 'Not signed in yet'
  return (
    <>
      Last seen <Ago at={at} now={now} />
    </>
  )
}
