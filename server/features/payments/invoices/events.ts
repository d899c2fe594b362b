import type { Executor } from '#server/db/client.ts'
import { type Changes, eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfInvoice, notifyStaffOfInvoice } from '#server/features/notifications/notify/invoices/data.ts'

type About = Changes & {
  invoice: { id: string; partnerId: string; documentId: string | null; name: string }
}

const invoiceEvent = eventsAbout<About>({
  subject: ({ invoice }) => ({ id: invoice.id, name: invoice.name }),
  partnerId: ({ invoice }) => invoice.partnerId,
  metadata: ({ invoice }) => (invoice.documentId ? { documentId: invoice.documentId } : {}),
})

// No line and no notification names an amount.
const line =
  (what: string) =>
  ({ invoice }: About) =>
    `${invoice.name}: ${what}`

export const invoiceReceived = invoiceEvent('invoice.received', {
  activity: { invoice_received: line('received') },
  audit: 'of anyone',
  notify: {
    invoice_received: async (tx, occurred) => {
      for (const { invoice } of occurred) await notifyStaffOfInvoice(tx, invoice)
    },
  },
})

/** Notifies the people of a partner who sign what staff have decided. */
const decided = (what: string) => ({
  invoice_decided: async (tx: Executor, occurred: About[]) => {
    for (const { invoice } of occurred) {
      await notifyOfInvoice(tx, 'invoice_decided', invoice.id, `${what}: ${invoice.name}`)
    }
  },
})

export const invoiceApproved = invoiceEvent('invoice.approved', {
  activity: { invoice_approved: line('approved') },
  audit: 'of anyone',
  notify: decided('Approved'),
})

export const invoiceScheduled = invoiceEvent('invoice.scheduled', {
  activity: { invoice_scheduled: line('scheduled') },
  audit: 'of anyone',
  notify: decided('Scheduled'),
})

export const invoiceRejected = invoiceEvent('invoice.rejected', {
  activity: { invoice_rejected: line('rejected') },
  audit: 'of anyone',
  notify: decided('Rejected'),
})

/** Staff took back what they had decided about an invoice. */
export const invoiceReopened = invoiceEvent('invoice.reopened', {
  activity: { invoice_reopened: line('in review again') },
  audit: 'of anyone',
})

/** The partner took back an invoice. */
export const invoiceTakenBack = invoiceEvent('invoice.taken_back', {
  activity: { invoice_taken_back: line('taken back') },
  audit: 'of anyone',
})
