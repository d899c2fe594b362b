import { formatDate, formatDateTime, timeAgo } from '#client/lib/format.ts'

/** A date in the reader's time zone. The time shows on hover, or next to the date if `exact`. */
export function Day({ at, exact = false }: { at: string; exact?: boolean }) {
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
  /** When the user was last seen; null if never. */
  at: string | null
  /** Whether the user has the chat open. */
  isPresent?: boolean
  /** Whether a label already says "Last seen". */
  isLabeled?: boolean
  now: number
}

/** Shows whether a user is present or when they were last seen, with the same words everywhere. */
export function LastSeen({ at, isPresent = false, isLabeled = false, now }: LastSeenProps) {
  if (isPresent) return 'In the portal now'
  if (!at) return 'Not signed in yet'
  return (
    <>
      {!isLabeled && 'Last seen '}
      <Ago at={at} now={now} />
    </>
  )
}
