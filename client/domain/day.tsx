import { formatDate, formatDateTime } from '#client/lib/format.ts'

/** A date in the reader's zone, with the exact time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatDate(at)}
    </time>
  )
}
