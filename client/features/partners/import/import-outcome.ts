import { formatCount } from '#client/lib/format.ts'
import { type ImportedRow, partnerColumns } from '#contract/partners/import.ts'

const headings = new Map<string, string>(partnerColumns)

/** A problem by the heading of its column; one of the row as such stands alone. */
export const problemWords = ({ field, message }: ImportedRow['problems'][number]): string => {
  const heading = headings.get(field)
  return heading ? `${heading}: ${message}` : message
}

export type OutcomeCounts = Record<ImportedRow['outcome'], number>

export const countOutcomes = (rows: readonly ImportedRow[]): OutcomeCounts => {
  const counts: OutcomeCounts = { new_user: 0, existing_user: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

/** For whom the profiles would be made. */
export const whoseProfiles = ({ new_user: added, existing_user: known }: OutcomeCounts): string => {
  const parts = [
    added > 0 && formatCount(added, 'new user'),
    known > 0 && `${formatCount(known, 'user')} who ${known === 1 ? 'is' : 'are'} there already`,
  ]
  return parts.filter(Boolean).join(' and ')
}
