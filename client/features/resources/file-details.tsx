import Users from 'lucide-react/icons/users'
import { formatCount, formatDate, formatDateTime, formatSize } from '#client/lib/format.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { audienceOf } from './audience.ts'

/** "Updated Nov 20, 2026". */
export function Updated({ at }: { at: string }) {
  return (
    <>
      Updated{' '}
      <time dateTime={at} title={formatDateTime(at)}>
        {formatDate(at)}
      </time>
    </>
  )
}

/** "PDF · 1.4 MB". */
export const typeAndSize = ({ fileType, fileSize }: Resource) =>
  `${fileType.toUpperCase()} · ${formatSize(fileSize)}`

/** For staff: whom a file is for, unless it is for everyone. */
export function AudienceNote({ file }: { file: Resource }) {
  const audience = audienceOf(file)
  if (!audience) return null
  return (
    <p className="flex items-start gap-1.5 text-13 text-muted">
      <Users aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">For </span>
        {audience}
      </span>
    </p>
  )
}

export const downloadsOf = ({ downloadCount }: Resource) => formatCount(downloadCount, 'download')
