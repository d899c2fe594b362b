import { formatCount } from '#client/lib/format.ts'
import { type ImportedRow, partnerColumns } from '#contract/partners/import.ts'

const headings = new Map<string, string>(partnerColumns)

/** A problem with the heading of its column; one of the whole row has none. */
export const problemLabel = ({ field, message }: ImportedRow['problems'][number]): string => {
  const heading = headings.get(field)
  return heading ? `${heading}: ${message}` : message
}

export type OutcomeCounts = Record<ImportedRow['outcome'], number>

export const countOutcomes = (rows: readonly ImportedRow[]): OutcomeCounts => {
  const counts: OutcomeCounts = { new_user: 0, existing_user: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

/** The users whose profiles would be created. */
export const usersLabel = ({ new_user: added, existing_user: existing }: OutcomeCounts): string =>
  [added > 0 && formatCount(added, 'new user'), existing > 0 && formatCount(existing, 'existing user')]
    .filter(Boolean)
    .join(' and ')
