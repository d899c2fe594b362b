import { type ObligationKind, obligationKindLabels } from '../obligations/kinds.ts'

/** The statuses that are stored. A new invoice is received, and staff decide about it. */
export const storedInvoiceStatuses = ['received', 'approved', 'scheduled', 'rejected'] as const

/** The statuses as they are shown: what is paid follows from the payments. */
export const invoiceStatuses = [...storedInvoiceStatuses, 'paid'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  received: 'Received',
  approved: 'Approved',
  scheduled: 'Scheduled',
  rejected: 'Rejected',
  paid: 'Paid',
}

export const invoiceSorts = ['-received', 'received', '-amount', 'amount', 'partner', '-partner'] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

/** Returns the name of an invoice: its number, or what is asked for without one. */
export const invoiceName = ({ number, kind }: { number: string | null; kind: ObligationKind | null }) => {
  if (number) return `Invoice ${number}`
  return kind ? `Request: ${obligationKindLabels[kind]}` : 'Invoice'
}
