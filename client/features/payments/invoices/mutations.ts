import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import type { decideInvoice, Invoice, sendInvoice } from '#contract/payments/invoices.ts'

/** Sends an invoice, or asks for what the company owes. */
export const useSendInvoice = () =>
  useEndpointMutation(
    (body: Sent<typeof sendInvoice, 'body'>) => call('POST /api/partner/invoices', { body }),
    {
      inForm: ['fields'],
      invalidates: ['/api/partner/invoices', '/api/partner/obligations'],
      success: (invoice) => ({ title: `${invoiceName(invoice)}: sent` }),
      failure: 'It could not be sent. Check your connection and try again.',
    },
  )

/** Takes back an invoice of the partner who is signed in. */
export const useTakeBackInvoice = (invoice: Invoice) =>
  useEndpointMutation(() => call('DELETE /api/partner/invoices/:id', { params: { id: invoice.id } }), {
    invalidates: ['/api/partner/invoices'],
    success: `${invoiceName(invoice)}: taken back`,
    failure: 'It could not be taken back. Check your connection and try again.',
  })

const outcomes = { approved: 'approved', scheduled: 'scheduled', rejected: 'rejected', received: 'to review' }

/** Stores what staff decide about an invoice as they saw it. */
export const useDecideInvoice = (invoice: Invoice) =>
  useEndpointMutation(
    (body: Sent<typeof decideInvoice, 'body'>) =>
      call('PUT /api/admin/invoices/:id', {
        params: { id: invoice.id },
        body: { ...body, updatedAt: invoice.updatedAt },
      }),
    {
      serverMessages: 'all',
      inForm: ['fields'],
      invalidates: ['/api/admin/', '/api/activations/', '/api/partner/documents'],
      success: (_result, { status }) => ({ title: `${invoiceName(invoice)}: ${outcomes[status]}` }),
      failure: 'The invoice could not be changed. Check your connection and try again.',
    },
  )
