import type { ImportedRow } from '#contract/partners/import.ts'
import { importColumns } from '#contract/partners/partner-columns.ts'

const headings = new Map<string, string>(importColumns)

/** Puts the heading of its column before a problem, unless the problem already begins with it or concerns the whole row. */
export const problemLabel = ({ field, message }: ImportedRow['problems'][number]): string => {
  const heading = headings.get(field)
  return heading && !message.startsWith(heading) ? `${heading}: ${message}` : message
}
