import { formatCount } from '#client/lib/format.ts'
import type { Resource } from '#contract/resources/resources.ts'

/** Whom a file is for, in words; null when it is for everyone, or when the reader may not know. */
export const audienceOf = ({
  assignedPartnerIds = [],
  assignedGroup,
}: Pick<Resource, 'assignedPartnerIds' | 'assignedGroup'>): string | null => {
  const partners = assignedPartnerIds.length > 0 ? formatCount(assignedPartnerIds.length, 'partner') : null
  return [assignedGroup, partners].filter(Boolean).join(' and ') || null
}
