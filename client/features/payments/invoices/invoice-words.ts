import { formatDate } from '#client/lib/format.ts'
import type { BadgeTone } from '#client/ui/badge.tsx'
import { invoiceStatusLabels } from '#contract/payments/invoice-status.ts'
import type { Invoice } from '#contract/payments/invoices.ts'

export const toneOfInvoice: Record<Invoice['status'], BadgeTone> = {
  received: 'caution',
  approved: 'info',
  scheduled: 'info',
  rejected: 'danger',
  paid: 'positive',
}

/** Returns what became of an invoice: "Will be paid on Dec 7, 2026". */
export const invoiceStateText = ({ status, receivedAt, payOn, reason }: Invoice) => {
  if (status === 'received') return `Received ${formatDate(receivedAt)}`
  if (status === 'scheduled' && payOn) return `Will be paid on ${formatDate(payOn, 'UTC')}`
  if (status === 'rejected' && reason) return `Rejected: ${reason}`
  return invoiceStatusLabels[status]
}
