import { Users } from 'lucide-react'
import { viewLabel } from '#client/domain/audience/audience.ts'
import { formatCount, formatDate, formatDateTime, formatSize } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { Resource } from '#contract/resources/resources.ts'

/** Says when a file changed: "Updated Nov 20, 2026". */
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

const aWeekMs = 7 * 24 * 60 * 60 * 1000

/** A badge that marks a file as new for a week after it was added. */
export const NewBadge = ({ file }: { file: Resource }) =>
  Date.now() - Date.parse(file.createdAt) < aWeekMs && <Badge tone="info">NEW</Badge>

/** Formats the type and the size of a file: "PDF · 1.4 MB". */
export const typeAndSize = ({ fileType, fileSize }: Resource) =>
  `${fileType.toUpperCase()} · ${formatSize(fileSize)}`

/** For staff: the audience of a file, unless it is everyone. */
export function AudienceNote({ file }: { file: Resource }) {
  const audience = audienceLabel(file)
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

/** Describes the audience of a file; null for everyone, and for users who may not see the audience. */
export const audienceLabel = ({
  assignedPartnerIds = [],
  assignedGroup,
  assignedViewId,
}: Pick<Resource, 'assignedPartnerIds' | 'assignedGroup' | 'assignedViewId'>): string | null => {
  if (assignedViewId) return viewLabel
  const partners = assignedPartnerIds.length > 0 ? formatCount(assignedPartnerIds.length, 'partner') : null
  return [assignedGroup, partners].filter(Boolean).join(' and ') || null
}

/** Returns the address of a file or its thumbnail. It changes with the file, because browsers cache what they have loaded. */
export const objectAddress = ({ filePath, updatedAt }: Resource, part: 'whole' | 'thumbnail' = 'whole') => {
  const query = new URLSearchParams({ at: updatedAt })
  if (part === 'thumbnail') query.set('thumbnail', '')
  return `/objects/${filePath}?${query}`
}
