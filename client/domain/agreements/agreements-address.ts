import type { DocumentQuery } from '#contract/documents/document-filters.ts'

// In the address, `type` opens the page of a type, and `partner` the dialog of a partner.
const namesInAddress: Record<string, string> = {
  type: 'kind',
  version: 'text',
  olderThan: 'dates',
  partnerId: 'for',
}

/** Returns the address of the table of agreements with these filters. */
export const agreementsAddress = (query: DocumentQuery & { dates?: string; from?: string; until?: string }) =>
  `/admin?${new URLSearchParams([
    ['tab', 'agreements'],
    ...Object.entries(query).map(([name, value]) => [namesInAddress[name] ?? name, value]),
  ])}`

export const agreementTypesAddress = '/admin?tab=agreements&view=types'
