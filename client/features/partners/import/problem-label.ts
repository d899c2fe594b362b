import { type ImportedRow, partnerColumns } from '#contract/partners/import.ts'

const headings = new Map<string, string>(partnerColumns)

/** A problem with the heading of its column, unless it begins with it; one of the whole row has none. */
export const problemLabel = ({ field, message }: ImportedRow['problems'][number]): string => {
  const heading = headings.get(field)
  return heading && !message.startsWith(heading) ? `${heading}: ${message}` : message
}
